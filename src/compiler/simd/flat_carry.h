// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that overlap those of the next turn (flat_carry.c).
#ifndef AW_COMPILER_SIMD_FLAT_CARRY_H
#define AW_COMPILER_SIMD_FLAT_CARRY_H

#include "../pipeline.h"

// A turn of a walk: one block, whose lanes are in by MASK (NULL, or all ones: all of them).
struct aw_flat_turn {
	struct aw_unit *unit;
	LLVMBasicBlockRef block, before; // BEFORE: where the walk comes from
	LLVMValueRef counter, mask;      // the phi of the first lane's number
	uint32_t width;
};

// Whether rows of TURN overlap those of the turn that begins WIDTH numbers later.
bool aw_flat_overlaps(const struct aw_flat_turn *turn);

// Lets all lanes' rows of TURN that overlap be made of a row that the turn before has loaded, and of one for the next turn.  COUNTER goes
// up by WIDTH from turn to turn, and the threads of one turn are others than those of the next one.
void aw_flat_carry(const struct aw_flat_turn *turn);

#endif
