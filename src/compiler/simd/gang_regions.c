// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts the code of one gang into regions at its barriers.  Blocks are of two kinds: those that the block of
// threads runs through once, and those that each gang runs through.  Of the first kind are the barriers, the
// return, and what follows from them:
//
//   - a branch that decides which barrier (or return) comes next: its condition must be the same for all
//     gangs, else the kernel can't be split;
//   - an empty block, a joint, in front of a place where code after different barriers meets.
//
// A region is what can be reached from one block of the first kind without coming through another.  When
// nothing is left to cut, every region is entered at one place and leads to one place, whatever goes on inside
// it; a loop without barriers lies in one region as a whole.  Phis of blocks of the first kind are either the
// same for all gangs, or belong to a joint that only regions lead to, which can leave their values in memory.
//
// The idea is that of the parallel regions of P. Jääskeläinen et al., "pocl: A Performance-Portable OpenCL
// Implementation" (2015), without its copies of code for conditional barriers: there each way between two
// barriers becomes a region of its own, here the ways are cut where they meet.
#include <assert.h>
#include <string.h>

#include "../analysis/stretches.h"
#include "gang_block.h"

// In the search: what is known of the blocks that are there now.
struct round {
	struct aw_gang_block *block;
	struct aw_stretches flow;
};
static bool refuse(struct aw_gang_block *block, LLVMValueRef culprit, const char *reason)
{
	block->refusal = reason;
	block->culprit = culprit;
	return false;
}

static void run_once(struct aw_gang_block *block, LLVMBasicBlockRef part)
{
	aw_need(aw_map_put(&block->once, part, part));
}

// --- before the search ---

// Local variables go to a first block of their own.
static bool set_variables_apart(struct aw_gang_block *block)
{
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(block->function);
	LLVMBasicBlockRef rest = aw_llvm_split_before(aw_llvm_behind_locals(block->function));
	LLVMPositionBuilderBefore(block->unit->builder, LLVMGetBasicBlockTerminator(first));
	LLVMSetCurrentDebugLocation2(block->unit->builder, NULL);
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, part) {
			if (part == first || !aw_llvm_is_op(instruction, LLVMAlloca))
				continue;
			if (part != rest || !LLVMIsConstant(LLVMGetOperand(instruction, 0)))
				return refuse(block, instruction, "a local array of variable size");
			LLVMInstructionRemoveFromParent(instruction);
			LLVMInsertIntoBuilder(block->unit->builder, instruction);
		}
	block->start = first;
	run_once(block, first);
	return true;
}

// One return, in a block of its own.
static void set_returns_apart(struct aw_gang_block *block)
{
	LLVMBasicBlockRef common = NULL;
	AW_FOR_BLOCKS(part, block->function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
		if (!aw_llvm_is_op(end, LLVMRet) || part == common)
			continue;
		if (!common) {
			common = aw_llvm_split_before(end);
			run_once(block, common);
			continue;
		}
		aw_llvm_at(block->unit->builder, end);
		LLVMBuildBr(block->unit->builder, common);
		aw_llvm_erase(end);
	}
}

static void set_barriers_apart(struct aw_gang_block *block)
{
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS(instruction, part) {
			if (!aw_block_is_barrier(instruction) || aw_map_get(&block->once, part))
				continue;
			aw_llvm_split_before(LLVMGetNextInstruction(instruction));
			run_once(block, aw_llvm_split_before(instruction));
			break; // what follows comes by as blocks of its own
		}
}

// --- a round of the search ---

static bool has_phis(const struct round *round, uint32_t at)
{
	return aw_llvm_is_op(LLVMGetFirstInstruction(round->flow.cfg.blocks[at]), LLVMPHI);
}

// Whether entry AT needs a joint before it.
static bool needs_joint(const struct round *round, uint32_t at)
{
	uint32_t count = 0;
	AW_FOR_PREDECESSORS(&round->flow.cfg.graph, at, previous) {
		if (!round->flow.once[*previous] && round->flow.label[*previous] != at)
			return true;
		count += round->flow.label[*previous] != at;
	}
	return count > 1 && has_phis(round, at);
}

static bool add_joints(struct round *round)
{
	bool added = false;
	LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, round->flow.cfg.count);
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		if (!round->flow.entry[at] || !needs_joint(round, at))
			continue;
		unsigned count = aw_stretches_outside(&round->flow, at, from);
		run_once(round->block, aw_llvm_split_predecessors(round->flow.cfg.blocks[at], from, count, "joint"));
		added = true;
	}
	free(from);
	return added;
}

// Sets branches that decide apart.  False when one can't be.
static bool cut_branches(struct round *round, bool *cut)
{
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		if (!aw_stretches_decides(&round->flow, at))
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(round->flow.cfg.blocks[at]);
		if (!aw_llvm_is_op(end, LLVMBr) && !aw_llvm_is_op(end, LLVMSwitch))
			return refuse(round->block, end, "a barrier behind a computed branch");
		if (!aw_block_uniform(&round->block->uniformity, LLVMGetOperand(end, 0)))
			return refuse(round->block, end, "a barrier behind a branch on which gangs may differ");
		run_once(round->block, aw_llvm_split_before(end));
		*cut = true;
	}
	return true;
}

static bool has_differing_phi(const struct round *round, uint32_t at)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(round->flow.cfg.blocks[at]);
	for (; aw_llvm_is_op(phi, LLVMPHI); phi = LLVMGetNextInstruction(phi))
		if (!aw_block_uniform(&round->block->uniformity, phi))
			return true;
	return false;
}

// Values that gangs bring to a joint are left in memory by regions.  One that has none gets one.
static bool add_copies(struct round *round)
{
	bool added = false;
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		if (!round->flow.once[at] || !has_differing_phi(round, at))
			continue;
		uint32_t last = AW_NONE;
		AW_FOR_PREDECESSORS(&round->flow.cfg.graph, at, previous) {
			if (round->flow.once[*previous] && *previous != last) {
				aw_llvm_split_edges(round->flow.cfg.blocks[*previous], round->flow.cfg.blocks[at]);
				added = true;
			}
			last = *previous;
		}
	}
	return added;
}

static struct round begin_round(struct aw_gang_block *block)
{
	struct round round = { .block = block };
	aw_block_uniformity_finish(&block->uniformity);
	aw_block_uniformity_init(&block->uniformity, block->function);
	aw_stretches_init(&round.flow, block->function, &block->once, NULL);
	return round;
}

// --- after the search ---

// The blocks of ENTRY's region that leave it, in FROM, and the one they lead to in *NEXT.
static unsigned ways_out(const struct round *round, uint32_t entry, LLVMBasicBlockRef *from, uint32_t *next)
{
	unsigned count = 0;
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		bool leaves = false;
		if (round->flow.label[at] != entry)
			continue;
		AW_FOR_SUCCESSORS(&round->flow.cfg.graph, at, successor) {
			if (!round->flow.once[*successor])
				continue;
			assert((!count || *next == *successor) && "a region with two ways on");
			leaves = true;
			*next = *successor;
		}
		if (leaves)
			from[count++] = round->flow.cfg.blocks[at];
	}
	return count;
}

static void note_region(struct round *round, uint32_t entry, LLVMBasicBlockRef *from)
{
	struct aw_gang_block *block = round->block;
	struct aw_gang_region region = { 0 };
	void *number = (void *)(uintptr_t)(block->regions.count + 1);
	for (uint32_t at = 0; at < round->flow.cfg.count; at++)
		if (round->flow.label[at] == entry)
			aw_need(aw_map_put(&block->number, round->flow.cfg.blocks[at], number));
	uint32_t next = AW_NONE;
	unsigned count = ways_out(round, entry, from, &next);
	if (count) {
		region.latch = aw_llvm_split_predecessors(round->flow.cfg.blocks[next], from, count, "gangs.next");
		aw_need(aw_map_put(&block->number, region.latch, number));
	}
	count = aw_stretches_outside(&round->flow, entry, from);
	region.before = aw_llvm_split_predecessors(round->flow.cfg.blocks[entry], from, count, "gangs");
	region.head = aw_llvm_split_predecessors(round->flow.cfg.blocks[entry], &region.before, 1, "gang");
	run_once(block, region.before);
	aw_need(aw_map_put(&block->number, region.head, number));
	aw_need(aw_vec_push(&block->regions, region));
}

static void note_regions(struct round *round)
{
	LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, round->flow.cfg.count);
	for (uint32_t at = 0; at < round->flow.cfg.count; at++)
		if (round->flow.entry[at])
			note_region(round, at, from);
	free(from);
}

// Replaces the phis that are left with one value, so that one array serves it and what it is.
static void fold_phis(struct aw_gang_block *block)
{
	AW_FOR_BLOCKS(part, block->function)
		for (LLVMValueRef phi = LLVMGetFirstInstruction(part), next; aw_llvm_is_op(phi, LLVMPHI); phi = next) {
			next = LLVMGetNextInstruction(phi);
			if (LLVMCountIncoming(phi) == 1)
				aw_llvm_replace(phi, LLVMGetIncomingValue(phi, 0));
		}
}

bool aw_gang_regions_find(struct aw_gang_block *block)
{
	aw_llvm_remove_unreachable(block->function);
	if (!set_variables_apart(block))
		return false;
	set_returns_apart(block);
	set_barriers_apart(block);
	aw_gang_tails_copy(block);
	for (bool again = true; again && !block->refusal;) {
		struct round round = begin_round(block);
		again = add_joints(&round);
		if (!again) {
			aw_stretches_find_next(&round.flow);
			if (cut_branches(&round, &again) && !again)
				again = add_copies(&round);
		}
		if (!again && !block->refusal)
			note_regions(&round);
		aw_stretches_finish(&round.flow);
	}
	aw_block_uniformity_finish(&block->uniformity);
	fold_phis(block);
	aw_block_uniformity_init(&block->uniformity, block->function);
	return !block->refusal;
}

uint32_t aw_gang_region_of(const struct aw_gang_block *block, LLVMBasicBlockRef of)
{
	return (uint32_t)(uintptr_t)aw_map_get(&block->number, of) - 1;
}
