// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of lock_loops share: which loops are locked (lock_choice.c), and the change (lock_loops.c).
#ifndef AW_COMPILER_SIMD_LOCK_LOOP_H
#define AW_COMPILER_SIMD_LOCK_LOOP_H

#include "../analysis/block_uniformity.h"
#include "../analysis/control_dependence.h"
#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../pipeline.h"

// A function and what is known of it.
struct aw_lock {
	struct aw_unit *unit;
	LLVMValueRef function;
	uint32_t width;
	struct aw_cfg cfg;
	struct aw_dominators dominators, post;
	struct aw_loops loops;
	struct aw_control_dependence dependence;
	struct aw_block_uniformity uniformity;
};

// A loop.
struct aw_turn {
	LLVMBasicBlockRef header, latch, before, exit, other; // OTHER: where BEFORE goes without entering; may be EXIT or NULL
	uint32_t loop, number; // of the loop, and of BEFORE
	bool together;         // all gangs that enter make the same number of turns
	bool writes;           // there are stores of vectors
	unsigned vectors;      // accesses of whole vectors, but those of shared memory
	bool reached;          // by all gangs of the block: BEFORE
	LLVMValueRef again;   // the latch's condition for another turn
	LLVMValueRef entered; // BEFORE's condition for the first; NULL: always
	LLVMValueRef lanes;   // the header's phi of lanes that are in, when both conditions are that there are any
	LLVMValueRef in;      // a slot: whether the gang is in, or LANES
	unsigned strip;       // turns that a gang makes at a time
	struct aw_map slots;  // what the latch brings to a phi of the header -> its slot
};

// Whether the loop TURN->loop may be locked and is worth it; fills in what it finds of it: all but AGAIN and what follows.
bool aw_lock_chooses(const struct aw_lock *lock, struct aw_turn *turn);

// Whether INSTRUCTION may stand in a loop whose turns the gangs of a block make in another order: no thread waits there for another.
bool aw_lock_may_hold(LLVMValueRef instruction);

// Whether all gangs of the block come to BLOCK together.
bool aw_lock_reached_by_all(const struct aw_lock *lock, uint32_t block);

// What PHI of the loop's header goes up by each turn, when that is the same for the block and all turns; *BECOMES is the sum.
LLVMValueRef aw_lock_step(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef phi, LLVMValueRef *becomes);

// 1 when any of LANES, or the bit LANES, is set, else 0, i32.
LLVMValueRef aw_lock_any(const struct aw_lock *lock, LLVMValueRef lanes);

// Lets a gang that came by BEGIN make a strip of turns, from HEADER to LATCH, before it goes to NEXT.
void aw_lock_end_strip(const struct aw_lock *lock, const struct aw_turn *turn, LLVMBasicBlockRef begin, LLVMBasicBlockRef latch,
                       LLVMBasicBlockRef header, LLVMBasicBlockRef next);

#endif
