// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of deal_turns share: which loops' turns may be dealt anew (deal_choice.c), and the change (deal_turns.c).
#ifndef AW_COMPILER_DEAL_TURNS_H
#define AW_COMPILER_DEAL_TURNS_H

#include "../analysis/loops.h"
#include "../pipeline.h"

// Memory that the loop reads or writes: SIZE bytes at BASE, or an element of SIZE bytes for each number that the loop counts, SHIFT
// elements (NULL: none) behind it.
struct aw_deal_range {
	LLVMValueRef base, shift;
	uint64_t size;
	bool moves;  // one element a number
	bool writes;
	bool anywhere; // at a place that isn't known: BASE is what it is computed from
};

// Two ranges, by number, of which one is written and which the launch must have apart.
struct aw_deal_pair {
	size_t a, b;
};

// The loop  for (i = the thread's number; i < END; i += STEP), where STEP is the number of threads of the grid's row or of the block.
struct aw_deal {
	struct aw_unit *unit;
	LLVMValueRef function;
	uint32_t width;
	struct aw_cfg cfg;
	struct aw_loops loops;
	LLVMBasicBlockRef before, header, latch, exiting, exit; // BEFORE leads to the header alone
	LLVMBasicBlockRef guard; // leads to BEFORE just those whose first number is below the end; NULL: there is no such, or it isn't near
	LLVMValueRef counter, next, step, end, comparison;      // the header's phi, what it becomes, the exit's comparison
	unsigned end_operand;                                   // of the comparison
	bool of_grid;                                           // the threads are numbered over the grid, not the block
	AW_VEC(struct aw_deal_range) ranges;
	AW_VEC(struct aw_deal_pair) pairs;
};

// Whether the only loop of DEAL->function is such a one, and its turns may be made in any order and by any thread if the ranges of
// the pairs are apart.  Fills in the rest of *DEAL, which aw_deal_finish frees in any case.
bool aw_deal_chooses(struct aw_deal *deal);
void aw_deal_finish(struct aw_deal *deal);

#endif
