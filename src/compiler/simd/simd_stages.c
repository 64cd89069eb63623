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
// leads to one place.  The search is that of gang_regions.c, over the code of one thread and without what only threads
// run that leave.
#include "simd_stages.h"

#include <assert.h>

#include "simd.h"

enum { MANY = UINT32_MAX - 1 };

// What is known of the blocks that are there now.
struct round {
	struct aw_stages *stages;
	struct aw_cfg cfg;
	bool *once, *gone;
	bool *entry;     // a stage begins here
	uint32_t *label; // the entry of the stage, AW_NONE for places of the block
	uint32_t *next;  // the place that the stage leads to from here: AW_NONE nothing, MANY different ones
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

static bool is_barrier(const struct aw_unit *unit, LLVMValueRef instruction)
{
	const char *reason;
	return LLVMIsACallInst(instruction) && aw_simd_call_form(unit, instruction, &reason) == AW_SIMD_BLOCK;
}

static void set_barriers_apart(struct aw_stages *stages)
{
	AW_FOR_BLOCKS(block, stages->function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (!is_barrier(stages->unit, instruction) || aw_stages_is_place(stages, block))
				continue;
			aw_llvm_split_before(LLVMGetNextInstruction(instruction));
			run_once(stages, aw_llvm_split_before(instruction));
			break; // what follows comes by as blocks of its own
		}
	}
}

// --- a round of the search ---

// Spreads the labels of entries; returns the first block that several reach, or AW_NONE.
static uint32_t spread_labels(struct round *round)
{
	uint32_t clash = AW_NONE;
	for (uint32_t at = 0; at < round->cfg.count; at++)
		round->label[at] = round->entry[at] ? at : AW_NONE;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = 0; at < round->cfg.count; at++)
			AW_FOR_SUCCESSORS(&round->cfg.graph, at, next) {
				uint32_t mine = round->label[at], *other = &round->label[*next];
				if (mine == AW_NONE || round->once[*next] || round->gone[*next] || round->entry[*next] || *other == mine)
					continue;
				if (*other != AW_NONE) {
					clash = *next < clash ? *next : clash;
				} else {
					*other = mine;
					changed = true;
				}
			}
	}
	return clash;
}

static void find_labels(struct round *round)
{
	for (uint32_t at = 0; at < round->cfg.count; at++) {
		round->once[at] = aw_stages_is_place(round->stages, round->cfg.blocks[at]);
		round->gone[at] = aw_stages_is_gone(round->stages, round->cfg.blocks[at]);
		AW_FOR_SUCCESSORS(&round->cfg.graph, at, next)
			if (round->once[at] && !aw_stages_is_place(round->stages, round->cfg.blocks[*next]))
				round->entry[*next] = true;
	}
	for (uint32_t clash; (clash = spread_labels(round)) != AW_NONE;)
		round->entry[clash] = true;
}

// Puts the blocks that lead to AT from outside of its stage in FROM, each once, and returns their number.
static unsigned outside(const struct round *round, uint32_t at, LLVMBasicBlockRef *from)
{
	unsigned count = 0;
	uint32_t last = AW_NONE;
	AW_FOR_PREDECESSORS(&round->cfg.graph, at, previous) {
		if (*previous != last && round->label[*previous] != at)
			from[count++] = round->cfg.blocks[*previous];
		last = *previous;
	}
	return count;
}

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
	LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, round->cfg.count);
	for (uint32_t at = 0; at < round->cfg.count; at++) {
		unsigned count = round->entry[at] ? outside(round, at, from) : 0;
		if (!count || (count == 1 && aw_map_get(&round->stages->gates, from[0])))
			continue;
		LLVMBasicBlockRef gate = aw_llvm_split_predecessors(round->cfg.blocks[at], from, count, "gate");
		run_once(round->stages, gate);
		aw_need(aw_map_put(&round->stages->gates, gate, gate));
		fold_phis(round->cfg.blocks[at]);
		added = true;
	}
	free(from);
	return added;
}

// The place behind an edge to AT.
static uint32_t behind(const struct round *round, uint32_t at)
{
	return round->once[at] ? at : round->next[at];
}

static void find_next(struct round *round)
{
	for (uint32_t at = 0; at < round->cfg.count; at++)
		round->next[at] = AW_NONE;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = round->cfg.count; at-- > 0;) {
			uint32_t found = round->next[at];
			AW_FOR_SUCCESSORS(&round->cfg.graph, at, successor) {
				uint32_t next = round->gone[*successor] ? AW_NONE : behind(round, *successor);
				if (next != AW_NONE && next != found)
					found = found == AW_NONE ? next : MANY;
			}
			changed |= !round->once[at] && found != round->next[at];
			round->next[at] = found;
		}
	}
}

// Whether block AT decides what comes next: different places do, and behind one of its edges a certain one.
static bool decides(const struct round *round, uint32_t at)
{
	unsigned ways = 0;
	bool certain = false;
	if (round->once[at] || round->gone[at] || round->next[at] != MANY)
		return false;
	AW_FOR_SUCCESSORS(&round->cfg.graph, at, successor) {
		ways += !round->gone[*successor];
		certain |= !round->gone[*successor] && behind(round, *successor) < MANY;
	}
	return ways > 1 && certain;
}

// Sets branches that decide apart.  False when one isn't even.
static bool cut_branches(struct round *round, bool *cut)
{
	for (uint32_t at = 0; at < round->cfg.count; at++) {
		if (!decides(round, at))
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(round->cfg.blocks[at]);
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
	aw_cfg_init(&round.cfg, stages->function);
	round.once = AW_NEED_ARRAY(bool, round.cfg.count);
	round.gone = AW_NEED_ARRAY(bool, round.cfg.count);
	round.entry = AW_NEED_ARRAY(bool, round.cfg.count);
	round.label = AW_NEED_ARRAY(uint32_t, round.cfg.count);
	round.next = AW_NEED_ARRAY(uint32_t, round.cfg.count);
	find_labels(&round);
	return round;
}

static void end_round(struct round *round)
{
	free(round->once);
	free(round->gone);
	free(round->entry);
	free(round->label);
	free(round->next);
	aw_cfg_finish(&round->cfg);
}

// --- after the search ---

// The blocks of ENTRY's stage that lead to its next place, in FROM.
static unsigned ways_out(const struct round *round, uint32_t entry, LLVMBasicBlockRef *from)
{
	unsigned count = 0;
	for (uint32_t at = 0; at < round->cfg.count; at++) {
		bool leads = false;
		AW_FOR_SUCCESSORS(&round->cfg.graph, at, successor)
			leads |= round->label[at] == entry && *successor == round->next[entry];
		if (leads)
			from[count++] = round->cfg.blocks[at];
	}
	return count;
}

static void note_stage(struct round *round, uint32_t entry, LLVMBasicBlockRef *from)
{
	struct aw_stages *stages = round->stages;
	void *number = (void *)(uintptr_t)(stages->list.count + 1);
	unsigned count = outside(round, entry, from);
	assert(count == 1 && aw_map_get(&stages->gates, from[0]));
	struct aw_stage stage = { .gate = from[0], .head = round->cfg.blocks[entry] };
	for (uint32_t at = 0; at < round->cfg.count; at++)
		if (round->label[at] == entry)
			aw_need(aw_map_put(&stages->number, round->cfg.blocks[at], number));
	if (round->next[entry] != AW_NONE) {
		stage.next = round->cfg.blocks[round->next[entry]];
		stage.landing = aw_llvm_split_predecessors(stage.next, from, ways_out(round, entry, from), "landing");
		aw_need(aw_map_put(&stages->number, stage.landing, number));
	}
	aw_need(aw_vec_push(&stages->list, stage));
}

static bool note_stages(struct round *round)
{
	LLVMBasicBlockRef *from = AW_NEED_ARRAY(LLVMBasicBlockRef, round->cfg.count);
	bool single = true;
	for (uint32_t at = 0; at < round->cfg.count; at++)
		single = single && !(round->entry[at] && round->next[at] == MANY);
	for (uint32_t at = 0; single && at < round->cfg.count; at++)
		if (round->entry[at])
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
			find_next(&round);
			good = cut_branches(&round, &again);
		}
		if (!again && good)
			good = note_stages(&round);
		end_round(&round);
	}
	return good;
}

struct aw_stage *aw_stage_of(const struct aw_stages *stages, LLVMBasicBlockRef block)
{
	uintptr_t number = (uintptr_t)aw_map_get(&stages->number, block);
	return number ? &stages->list.items[number - 1] : NULL;
}
