// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a value of a loop will be in its next turn, or was in the first: the same arithmetic, with each phi of the loop's head replaced by
// what comes to it.
#ifndef AW_COMPILER_NEXT_TURN_H
#define AW_COMPILER_NEXT_TURN_H

#include "../analysis/loops.h"
#include "../pipeline.h"

enum aw_turn { AW_TURN_FIRST, AW_TURN_THIS, AW_TURN_NEXT };

// A loop with one way in and one way back.
struct aw_turns {
	LLVMBasicBlockRef head, latch; // LATCH leads back to HEAD
	LLVMBasicBlockRef before;      // from which the loop is entered; NULL: from several
};

// Sets TURNS for loop LOOP; false when several blocks lead back to its head.
bool aw_turns_find(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop, struct aw_turns *turns);

// A question about values of a loop.
struct aw_turn_search {
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	const struct aw_turns *turns;
	unsigned nodes; // that were looked at, of all the values asked for
	bool moves;     // one of these differs from turn to turn
};

// Whether VALUE can be computed for TURN at any place of the loop.
bool aw_turn_is_known(struct aw_turn_search *search, LLVMValueRef value, enum aw_turn turn);

// Computes VALUE for TURN at the builder's place: in the loop, or behind the loop's entry for the first.  Past the last turn it may wrap
// around.
LLVMValueRef aw_turn_compute(struct aw_unit *unit, const struct aw_turns *turns, LLVMValueRef value, enum aw_turn turn);

// Whether ADDRESS may be global memory: it begins with an argument or a pointer from memory.
bool aw_turn_may_be_global(LLVMValueRef address);

// Whether CALL makes the threads of a block wait for one another.
bool aw_turn_is_barrier(LLVMValueRef call);

#endif
