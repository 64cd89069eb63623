// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns of a locked loop in which all lanes of all gangs are in.
#ifndef AW_COMPILER_SIMD_WHOLE_TURNS_H
#define AW_COMPILER_SIMD_WHOLE_TURNS_H

#include "lock_loop.h"

// What a gang brings to the end of a turn, and what all of them together: bits of an i32.
enum {
	AW_TURN_IN = 1,     // it goes on
	AW_TURN_RAGGED = 2, // not with all its lanes, or not for the whole of the next strip
};

// What tells that a gang is whole in the turns to come.
struct aw_whole_turns {
	LLVMValueRef number; // lane 0's in the next turn, the other lanes' go up by one
	LLVMValueRef step;   // by which it goes up each turn
	LLVMValueRef end;    // a lane is in as long as its number is below, or ABOVE, or AT it
	bool is_signed, above, at;
	LLVMValueRef limit;  // no lane leaves in a strip that begins with a number of lane 0's below it
	LLVMValueRef least;  // where lanes are in above the end: that number is at least this, and less than LIMIT away from it
	LLVMValueRef brings; // a slot: bits of AW_TURN_*
	LLVMValueRef whole;  // a slot of the block: whether no gang is ragged
};

// Whether the loop is one of which such turns are made: whose lanes are in as long as a number of theirs is below an end, and which is
// short.  TURN is filled in up to LANES.
bool aw_whole_turns_find(const struct aw_lock *lock, const struct aw_turn *turn, struct aw_whole_turns *whole);

// Computes the limit, when TURN->strip is known and before the loop is changed.
void aw_whole_turns_begin(const struct aw_lock *lock, const struct aw_turn *turn, struct aw_whole_turns *whole);

// Whether no lane leaves in the strip of turns that begins with lane 0's WHOLE->number, i1, where the builder stands.
LLVMValueRef aw_whole_turns_test(const struct aw_lock *lock, const struct aw_whole_turns *whole);

// Makes the copy of the loop for them, when its header and latch have slots for what they hand on: CHOICE, which has no end yet, goes
// there where the turn is whole, else to OTHERWISE; the copy leads to NEXT.
void aw_whole_turns_make(const struct aw_lock *lock, const struct aw_turn *turn, const struct aw_whole_turns *whole,
                         LLVMBasicBlockRef choice, LLVMBasicBlockRef otherwise, LLVMBasicBlockRef next);

#endif
