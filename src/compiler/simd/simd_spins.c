// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which a thread may wait for another.  Lanes of a gang go in step, and a gang runs until its block
// ends or comes to a barrier: a loop that ends only when another lane, gang or block has written something would
// not end, unless it waits for other blocks alone (block_waits.c).  Such a loop is left by a condition that hangs on
// something read in it which others change:
//     a volatile or atomic load; a plain load where the loop has a fence or sleeps; neither of constants nor of the thread's own memory,
//     nor of shared memory where each turn comes by a barrier of the block, at which those who write it get on
//     an atomic operation that can leave the value as it was: exchange, compare and swap with a fixed
//     expectation (a lock), or one whose bits are partly fixed (a lock beside other things), min, max, and, or; adding 0
//     a clock: gangs would wait one behind the other for time to pass, fibers and blocks of them do at once
// Counters (atomicAdd of something) hand out a new value each time, and a compare-and-swap that expects
// what was read in the same loop fails only when another one succeeded: these don't wait.  Nor do those that look for a free place in
// a table (simd_probes.c) or search what they go through (simd_searches.c).
//
// The conditions are followed backward within the loop: through operands, and where a phi of the loop takes a
// value by the way that led to it, through the branches that decide about that way.  One thread may read for the others, who see
// it by shared memory behind a barrier: where a loop has one and a condition hangs on memory, all such reads in it count.
#include "simd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/access.h"
#include "../lower/waiting.h"

struct search {
	struct aw_cfg cfg;
	struct aw_dominators post;
	struct aw_control_dependence dependence;
	struct aw_loops loops;
	uint32_t loop; // the one looked at
	bool fenced;   // it has a fence
	bool barred;   // it has a barrier
	bool paced;    // each turn comes by one
	bool told;     // a condition hangs on what others of the block may have told
	struct aw_map seen;
	AW_VEC(LLVMValueRef) work;
};

static bool in_loop(const struct search *search, LLVMValueRef value)
{
	return aw_loop_has_value(&search->loops, &search->cfg, search->loop, value);
}

static void follow(struct search *search, LLVMValueRef value)
{
	if (!in_loop(search, value) || aw_map_get(&search->seen, value))
		return;
	aw_need(aw_map_put(&search->seen, value, value));
	aw_need(aw_vec_push(&search->work, value));
}

static void follow_end(struct search *search, uint32_t block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(search->cfg.blocks[block]);
	if (LLVMGetNumSuccessors(end) > 1 && aw_loop_contains(&search->loops, search->loop, block))
		follow(search, end);
}

static void follow_decisions(struct search *search, uint32_t block)
{
	AW_FOR_DECISIONS(&search->dependence, block, decision)
		follow_end(search, decision->block);
}

static void follow_phi(struct search *search, LLVMValueRef phi)
{
	assert(in_loop(search, phi));
	uint32_t block = aw_cfg_number(&search->cfg, LLVMGetInstructionParent(phi));
	bool turns = block == search->loops.loops.items[search->loop].header;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		uint32_t from = aw_cfg_number(&search->cfg, LLVMGetIncomingBlock(phi, i));
		follow(search, LLVMGetIncomingValue(phi, i));
		if (turns || from == AW_NONE)
			continue;
		follow_end(search, from);
		follow_decisions(search, from);
	}
}

// --- what a thread waits with ---

// Whether VALUE, a number, is another one some of whose bits are made what they must be.
static bool fixes_bits(LLVMValueRef value)
{
	return (aw_llvm_is_op(value, LLVMAnd) || aw_llvm_is_op(value, LLVMOr)) && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
}

// Whether VALUE was read from memory in a turn of the loop (a phi counts: it has the read of the turn before), and not changed to what
// it may never be.
static bool is_fresh(const struct search *search, LLVMValueRef value, unsigned depth)
{
	if (!in_loop(search, value) || depth > 6 || fixes_bits(value))
		return false;
	if (LLVMIsALoadInst(value) || LLVMIsAAtomicCmpXchgInst(value) || LLVMIsAAtomicRMWInst(value))
		return true;
	unsigned count = LLVMIsAPHINode(value) ? LLVMCountIncoming(value) : (unsigned)LLVMGetNumOperands(value);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef part = LLVMIsAPHINode(value) ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i);
		if (is_fresh(search, part, depth + 1))
			return true;
	}
	return false;
}

static bool changes_always(LLVMValueRef atomic)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(atomic);
	LLVMValueRef amount = LLVMGetOperand(atomic, 1);
	switch (op) {
	case LLVMAtomicRMWBinOpAdd:
	case LLVMAtomicRMWBinOpSub:
	case LLVMAtomicRMWBinOpFAdd:
	case LLVMAtomicRMWBinOpFSub: return !(LLVMIsConstant(amount) && LLVMIsNull(amount));
	default: return false;
	}
}

static bool may_wait(const struct search *search, LLVMValueRef instruction)
{
	if (LLVMIsAAtomicRMWInst(instruction))
		return !changes_always(instruction);
	if (LLVMIsAAtomicCmpXchgInst(instruction))
		return !is_fresh(search, LLVMGetOperand(instruction, 1), 0) &&
		       !aw_simd_is_probe(&search->cfg, search->cfg.blocks[search->loops.loops.items[search->loop].header], instruction);
	if (LLVMIsALoadInst(instruction))
		return aw_waits_can_change(instruction) && (!aw_llvm_is_plain(instruction) || search->fenced) &&
		       !(search->paced && aw_access_is_shared(LLVMGetOperand(instruction, 0)));
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (row->flags & AW_INTRINSIC_ATOMIC || aw_waits_for_time(instruction));
}

// Whether what others have written is seen behind INSTRUCTION.
static bool is_fence(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return LLVMIsAFenceInst(instruction) ||
	       (row && (!strcmp(row->support, "aw_cpu_fence") || !strcmp(row->support, "aw_cpu_nanosleep")));
}

static bool is_barrier(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (row->flags & AW_INTRINSIC_BLOCK);
}

static bool has_barrier(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (is_barrier(instruction))
			return true;
	return false;
}

// Whether no turn of the loop goes past its barriers.
static bool is_paced(const struct search *search)
{
	uint32_t header = search->loops.loops.items[search->loop].header;
	bool *seen = AW_NEED_ARRAY(bool, search->cfg.count), paced = true;
	AW_VEC(uint32_t) work = { 0 };
	aw_need(aw_vec_push(&work, header));
	for (size_t i = 0; i < work.count && paced; i++) {
		if (has_barrier(search->cfg.blocks[work.items[i]]))
			continue;
		AW_FOR_SUCCESSORS(&search->cfg.graph, work.items[i], to) {
			paced = paced && *to != header;
			if (!seen[*to] && aw_loop_contains(&search->loops, search->loop, *to))
				aw_need(aw_vec_push(&work, *to));
			seen[*to] = true;
		}
	}
	aw_vec_finish(&work);
	free(seen);
	return paced;
}

// --- the search ---

static void begin_loop(struct search *search, uint32_t loop)
{
	const struct aw_loop *row = &search->loops.loops.items[loop];
	assert(search->work.count == 0 && loop < search->loops.loops.count);
	search->loop = loop;
	search->fenced = search->barred = search->told = false;
	for (uint32_t i = row->first; i < row->end; i++) {
		uint32_t block = search->loops.order[i];
		AW_FOR_INSTRUCTIONS(instruction, search->cfg.blocks[block])
			search->fenced |= is_fence(instruction), search->barred |= is_barrier(instruction);
		AW_FOR_SUCCESSORS(&search->cfg.graph, block, to) {
			if (aw_loop_contains(&search->loops, loop, *to))
				continue;
			follow_end(search, block);
			follow_decisions(search, block);
		}
	}
	search->paced = search->barred && is_paced(search);
}

static void add(const struct search *search, LLVMValueRef wait, struct aw_spins *found)
{
	struct aw_spin spin = { search->cfg.blocks[search->loops.loops.items[search->loop].header], wait };
	aw_need(aw_vec_push(&found->list, spin));
}

// All that a thread reads in the loop for itself and others.
static void add_told(const struct search *search, struct aw_spins *found)
{
	const struct aw_loop *row = &search->loops.loops.items[search->loop];
	for (uint32_t i = row->first; i < row->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, search->cfg.blocks[search->loops.order[i]]) {
			bool access = LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction);
			if (access && may_wait(search, instruction) && !aw_access_is_shared(LLVMGetOperand(instruction, 0)))
				add(search, instruction, found);
		}
}

static void search_loop(struct search *search, uint32_t loop, struct aw_spins *found)
{
	size_t before = found->list.count;
	if (aw_simd_is_search(&search->cfg, &search->loops, loop))
		return;
	search->seen = (struct aw_map){ 0 };
	begin_loop(search, loop);
	while (search->work.count) {
		LLVMValueRef value = search->work.items[--search->work.count];
		search->told |= is_barrier(value) || (LLVMIsALoadInst(value) && aw_waits_can_change(value));
		if (may_wait(search, value))
			add(search, value, found);
		else if (LLVMIsAPHINode(value))
			follow_phi(search, value);
		else if (!LLVMIsAAtomicCmpXchgInst(value)) // one that doesn't wait: its operands don't matter
			for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
				follow(search, LLVMGetOperand(value, i));
	}
	aw_map_finish(&search->seen);
	if (search->barred && search->told && found->list.count == before)
		add_told(search, found);
}

void aw_simd_find_spins(LLVMValueRef function, struct aw_spins *spins)
{
	struct search search = { 0 };
	*spins = (struct aw_spins){ 0 };
	aw_cfg_init(&search.cfg, function);
	aw_post_dominators_init(&search.post, &search.cfg);
	aw_control_dependence_init(&search.dependence, &search.cfg, &search.post);
	aw_loops_init(&search.loops, &search.cfg);
	for (uint32_t loop = 0; loop < search.loops.loops.count; loop++)
		search_loop(&search, loop, spins);
	aw_vec_finish(&search.work);
	aw_loops_finish(&search.loops);
	aw_control_dependence_finish(&search.dependence);
	aw_dominators_finish(&search.post);
	aw_cfg_finish(&search.cfg);
}

void aw_spins_finish(struct aw_spins *spins)
{
	aw_vec_finish(&spins->list);
}

LLVMValueRef aw_simd_find_spin(LLVMValueRef function)
{
	struct aw_spins spins;
	aw_simd_find_spins(function, &spins);
	LLVMValueRef found = spins.list.count ? spins.list.items[0].wait : NULL;
	aw_spins_finish(&spins);
	return found;
}
