// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the places of a kernel that all threads of the block come by, taking threads that leave the kernel for such
// that only go on from place to place:
//
//   - barriers, the kernel's first block and its return;
//   - branches that decide which barrier (or the return) comes next: all threads must take them alike;
//   - gates, where the code between such places is entered: an empty block in front of each block that
//     follows a place, or where code after different places meets.
//
// What is reached from one gate without coming by another place is a stage.  When nothing is left to cut, each stage
// leads to one place.  The search is that of gang_regions.c (analysis/stretches.h), over the code of one thread and
// without what only threads run that leave.
#include "simd_stages.h"

#include <assert.h>

#include "../analysis/stretches.h"
#include "simd.h"

// What is known of the blocks that are there now.
struct round {
	struct aw_stages *stages;
	struct aw_stretches flow;
};

static void run_once(struct aw_stages *stages, LLVMBasicBlockRef block)
{
	aw_need(aw_map_put(&stages->once, block, block));
}

// --- before the search ---

static void set_start_apart(struct aw_stages *stages)
{
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(stages->function);
	LLVMValueRef at = LLVMGetFirstInstruction(first);
	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	aw_llvm_split_before(at);
	stages->start = first;
	run_once(stages, first);
	run_once(stages, stages->end);
}

static void set_barriers_apart(struct aw_stages *stages)
{
	AW_FOR_BLOCKS(block, stages->function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (!aw_simd_is_barrier(stages->unit, instruction) || aw_stages_is_place(stages, block))
				continue;
			aw_llvm_split_before(LLVMGetNextInstruction(instruction));
			run_once(stages, aw_llvm_split_before(instruction));
			break; // what follows comes by as blocks of its own
		}
	}
}

// --- a round of the search ---

// What comes through the gate is the gate's phi.
static void fold_phis(LLVMBasicBlockRef head)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(head), next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		if (LLVMCountIncoming(phi) == 1)
			aw_llvm_replace(phi, LLVMGetIncomingValue(phi, 0));
	}
}

static bool add_gates(struct round *round)
{
	bool added = false;
	LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, round->flow.cfg.count);
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		unsigned count = round->flow.entry[at] ? aw_stretches_outside(&round->flow, at, from) : 0;
		if (!count || (count == 1 && aw_map_get(&round->stages->gates, from[0])))
			continue;
		LLVMBasicBlockRef gate = aw_llvm_split_predecessors(round->flow.cfg.blocks[at], from, count, "gate");
		run_once(round->stages, gate);
		aw_need(aw_map_put(&round->stages->gates, gate, gate));
		fold_phis(round->flow.cfg.blocks[at]);
		added = true;
	}
	free(from);
	return added;
}

// Sets branches that decide apart.  False when one isn't even.
static bool cut_branches(struct round *round, bool *cut)
{
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		if (!aw_stretches_decides(&round->flow, at))
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(round->flow.cfg.blocks[at]);
		if (!aw_map_get(&round->stages->even, end))
			return false;
		run_once(round->stages, aw_llvm_split_before(end));
		*cut = true;
	}
	return true;
}

static struct round begin_round(struct aw_stages *stages)
{
	struct round round = { .stages = stages };
	aw_stretches_init(&round.flow, stages->function, &stages->once, &stages->gone);
	return round;
}

// --- after the search ---

// The blocks of ENTRY's stage that lead to its next place, in FROM.
static unsigned ways_out(const struct round *round, uint32_t entry, LLVMBasicBlockRef *from)
{
	unsigned count = 0;
	for (uint32_t at = 0; at < round->flow.cfg.count; at++) {
		bool leads = false;
		AW_FOR_SUCCESSORS(&round->flow.cfg.graph, at, successor)
			leads |= round->flow.label[at] == entry && *successor == round->flow.next[entry];
		if (leads)
			from[count++] = round->flow.cfg.blocks[at];
	}
	return count;
}

static void note_stage(struct round *round, uint32_t entry, LLVMBasicBlockRef *from)
{
	struct aw_stages *stages = round->stages;
	void *number = (void *)(uintptr_t)(stages->list.count + 1);
	unsigned count = aw_stretches_outside(&round->flow, entry, from);
	assert(count == 1 && aw_map_get(&stages->gates, from[0]));
	struct aw_stage stage = { .gate = from[0], .head = round->flow.cfg.blocks[entry] };
	for (uint32_t at = 0; at < round->flow.cfg.count; at++)
		if (round->flow.label[at] == entry)
			aw_need(aw_map_put(&stages->number, round->flow.cfg.blocks[at], number));
	if (round->flow.next[entry] != AW_NONE) {
		stage.next = round->flow.cfg.blocks[round->flow.next[entry]];
		stage.landing = aw_llvm_split_predecessors(stage.next, from, ways_out(round, entry, from), "landing");
		aw_need(aw_map_put(&stages->number, stage.landing, number));
	}
	aw_need(aw_vec_push(&stages->list, stage));
}

static bool note_stages(struct round *round)
{
	LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, round->flow.cfg.count);
	bool single = true;
	for (uint32_t at = 0; at < round->flow.cfg.count; at++)
		single = single && !(round->flow.entry[at] && round->flow.next[at] == AW_STRETCH_MANY);
	for (uint32_t at = 0; single && at < round->flow.cfg.count; at++)
		if (round->flow.entry[at])
			note_stage(round, at, from);
	free(from);
	return single;
}

bool aw_stages_find(struct aw_stages *stages)
{
	bool good = true;
	set_start_apart(stages);
	set_barriers_apart(stages);
	for (bool again = true; again && good;) {
		struct round round = begin_round(stages);
		again = add_gates(&round);
		if (!again) {
			aw_stretches_find_next(&round.flow);
			good = cut_branches(&round, &again);
		}
		if (!again && good)
			good = note_stages(&round);
		aw_stretches_finish(&round.flow);
	}
	return good;
}

struct aw_stage *aw_stage_of(const struct aw_stages *stages, LLVMBasicBlockRef block)
{
	uintptr_t number = (uintptr_t)aw_map_get(&stages->number, block);
	return number ? &stages->list.items[number - 1] : NULL;
}
