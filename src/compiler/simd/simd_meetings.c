// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts blocks at which ways of several branches meet, so that the ways of each branch meet first.  LLVM makes one block of
//
//     if (tile == 0) {                      // the block's decision
//         sum = block_sum();                // the same in all threads
//         if (threadIdx.x == 0)
//             publish(sum);
//     } else {
//         sum = ...;
//     }
//     if (sum > 128)
//         ...__syncthreads()...
//
// in which two ways with SUM meet that a thread takes by its index, and a third.  To the uniformity analysis values that
// meet in one block differ if any ways to it do.  Where the two have a block of their own there is nothing to choose, and SUM stays
// what it is.
//
// The ways of one branch come from below one child, in the tree of dominators, of the block's own dominator.
#include "simd.h"

#include <stdlib.h>

struct meeting {
	const struct aw_cfg *cfg;
	const struct aw_dominators *tree;
};

// The child of AT that dominates BLOCK, which AT dominates; AT itself for AT.
static uint32_t child_of(const struct meeting *meeting, uint32_t at, uint32_t block)
{
	while (block != at && meeting->tree->parent[block] != at)
		block = meeting->tree->parent[block];
	return block;
}

static uint32_t common_dominator(const struct meeting *meeting, const uint32_t *ways, unsigned count)
{
	uint32_t at = ways[0];
	for (unsigned i = 1; i < count; i++)
		while (!aw_dominates(meeting->tree, at, ways[i]))
			at = meeting->tree->parent[at];
	return at;
}

static bool is_among(const struct meeting *meeting, LLVMBasicBlockRef block, const uint32_t *ways, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (meeting->cfg->blocks[ways[i]] == block)
			return true;
	return false;
}

// Whether PHI has one value for all of WAYS and another one for another way.
static bool has_one_value(const struct meeting *meeting, LLVMValueRef phi, const uint32_t *ways, unsigned count)
{
	LLVMValueRef value = aw_llvm_incoming(phi, meeting->cfg->blocks[ways[0]]);
	bool others = false;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		bool same = LLVMGetIncomingValue(phi, i) == value;
		if (!same && is_among(meeting, LLVMGetIncomingBlock(phi, i), ways, count))
			return false;
		others |= !same;
	}
	return others;
}

static bool is_worth_it(const struct meeting *meeting, LLVMBasicBlockRef block, const uint32_t *ways, unsigned count)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(block); aw_llvm_is_op(phi, LLVMPHI); phi = LLVMGetNextInstruction(phi))
		if (has_one_value(meeting, phi, ways, count))
			return true;
	return false;
}

static bool part(const struct meeting *meeting, LLVMBasicBlockRef block, uint32_t *ways, unsigned count);

// Gives WAYS to BLOCK, of one branch and not all that there are, a block of their own.
static bool part_branch(const struct meeting *meeting, LLVMBasicBlockRef block, uint32_t *ways, unsigned count)
{
	bool worth = is_worth_it(meeting, block, ways, count);
	if (worth) {
		LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
		for (unsigned i = 0; i < count; i++)
			from[i] = meeting->cfg->blocks[ways[i]];
		block = aw_llvm_split_predecessors(block, from, count, "meeting");
		free(from);
	}
	return part(meeting, block, ways, count) || worth;
}

// WAYS lead to BLOCK, all that it has or those of a branch.
static bool part(const struct meeting *meeting, LLVMBasicBlockRef block, uint32_t *ways, unsigned count)
{
	if (count < 3)
		return false;
	bool changed = false;
	uint32_t at = common_dominator(meeting, ways, count), *group = AW_NEED_ARRAY(uint32_t, count);
	bool *done = AW_NEED_ARRAY(bool, count);
	for (unsigned i = 0; i < count; i++) {
		unsigned size = 0;
		uint32_t child = child_of(meeting, at, ways[i]);
		for (unsigned k = i; k < count; k++)
			if (!done[k] && child_of(meeting, at, ways[k]) == child) {
				done[k] = true;
				group[size++] = ways[k];
			}
		if (size > 1)
			changed |= part_branch(meeting, block, group, size);
	}
	free(group);
	free(done);
	return changed;
}

bool aw_simd_part_meetings(LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_dominators tree;
	struct aw_loops loops;
	bool changed = false;
	aw_cfg_init(&cfg, function);
	aw_dominators_init(&tree, &cfg.graph, 0);
	aw_loops_init(&loops, &cfg);
	uint32_t *ways = AW_NEED_ARRAY(uint32_t, cfg.count);
	struct meeting meeting = { &cfg, &tree };
	for (uint32_t block = 0; block < cfg.count; block++) {
		unsigned count = 0;
		bool apart = false; // ways lead out of a loop, or back: the normal form says what is where these meet
		AW_FOR_PREDECESSORS(&cfg.graph, block, from) {
			apart |= loops.innermost[*from] != loops.innermost[block];
			ways[count++] = *from;
		}
		if (!apart && count > 2 && aw_llvm_is_op(LLVMGetFirstInstruction(cfg.blocks[block]), LLVMPHI))
			changed |= part(&meeting, cfg.blocks[block], ways, count);
	}
	free(ways);
	aw_loops_finish(&loops);
	aw_dominators_finish(&tree);
	aw_cfg_finish(&cfg);
	return changed;
}
