// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of memory that gangs write, and how they go there (simd_past.c).
#ifndef AW_COMPILER_SIMD_PAST_H
#define AW_COMPILER_SIMD_PAST_H

#include "../analysis/uniformity.h"
#include "simd_place.h"

// Whether stores of FUNCTION, a form in its normal form, may go past the caches; then its outermost loops get counters of
// their turns.
bool aw_simd_count_turns(struct aw_unit *unit, LLVMValueRef function);

// Says that PHI of a loop's header counts its turns.  Where it begins above 0, with the number of the last turn, stores go past
// the caches from the first one on when they will in the last.
void aw_simd_mark_turns(struct aw_unit *unit, LLVMValueRef phi);

// Whether STORE is one of a row that gangs write one after the other, to memory that others see; fills in all of ROW then but
// the turn and its bytes.
bool aw_simd_writes_row(const struct aw_uniformity *uniformity, LLVMValueRef store, struct aw_simd_row *row);
// The bytes of a lane that are written to rows in a turn of the loop with the store BESIDE, as far as one thread comes by both.
unsigned aw_simd_turn_bytes(const struct aw_uniformity *uniformity, LLVMValueRef beside);

// The counter of the turns of the outermost loop around STORE, one of a row, or 0 outside of loops.  NULL: it had better not
// go past the caches.
LLVMValueRef aw_simd_turn_of(const struct aw_uniformity *uniformity, LLVMValueRef store);

// Asks for the line that one of the row's next stores writes.
void aw_simd_ask_ahead(struct aw_unit *unit, LLVMValueRef address);

// Stores PIECES past the caches if it is the time for it, all lanes are active and the addresses are aligned.  The builder then
// stands where the stores are yet to be done, and aw_simd_past_end joins the two ways.  NULL: they had better not go there at any time.
LLVMBasicBlockRef aw_simd_past_begin(struct aw_simd *simd, const struct aw_simd_pieces *pieces);
void aw_simd_past_end(struct aw_simd *simd, LLVMBasicBlockRef done);

// When CALL asks whether it is the time for it: the counter; else NULL.
LLVMValueRef aw_simd_past_turn(LLVMValueRef call);

// Whether STORE goes past the caches.
bool aw_simd_is_past(LLVMValueRef store);

#endif
