// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a function, their nesting, and an order of its blocks in which every loop is in one
// piece.
#ifndef AW_COMPILER_ANALYSIS_LOOPS_H
#define AW_COMPILER_ANALYSIS_LOOPS_H

#include <assert.h>

#include "../../base/vec.h"
#include "cfg.h"

struct aw_loop {
	uint32_t header;
	uint32_t parent; // the loop around it, or AW_NONE
	uint32_t depth;  // 1 for an outermost loop
	uint32_t first;  // its blocks are order[first] up to order[end - 1], the header first
	uint32_t end;
	bool reducible;  // control enters by the header only: a natural loop
};

struct aw_loops {
	AW_VEC(struct aw_loop) loops; // an outer loop before those in it
	uint32_t block_count;
	uint32_t *innermost; // of a block: the innermost loop around it, or AW_NONE
	// All blocks in flow order: a block comes before those that it leads to, but for the edges back to
	// a loop's header; the blocks of a loop are in one piece, so what follows a loop comes after all of it.
	uint32_t *order;
	uint32_t *rank; // of a block: its place in `order`
};

void aw_loops_init(struct aw_loops *loops, const struct aw_cfg *cfg);
void aw_loops_finish(struct aw_loops *loops);

static inline bool aw_loop_contains(const struct aw_loops *loops, uint32_t loop, uint32_t block)
{
	assert(loop < loops->loops.count && block < loops->block_count);
	uint32_t rank = loops->rank[block];
	return rank >= loops->loops.items[loop].first && rank < loops->loops.items[loop].end;
}

// Whether VALUE is an instruction in LOOP.
static inline bool aw_loop_has_value(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return false;
	uint32_t block = aw_cfg_number(cfg, LLVMGetInstructionParent(value));
	return block != AW_NONE && aw_loop_contains(loops, loop, block);
}

// Whether LOOP has no other in it.
bool aw_loop_is_innermost(const struct aw_loops *loops, uint32_t loop);

// The one block outside of LOOP that leads to its header; AW_NONE: several do.
uint32_t aw_loop_way_in(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop);

// One line a loop: "loop at 1 for.cond, depth 1: 1 2 3", "irreducible" where it is, then the order.
void aw_loops_print(const struct aw_loops *loops, const struct aw_cfg *cfg, struct aw_str *text);

#endif
