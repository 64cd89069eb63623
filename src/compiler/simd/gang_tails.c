// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives ways between barriers code of their own.  Where the ways from two barriers share what they end with, as
//
//     if (sum == 0) {              // all threads go the same way
//         if (thread == 0)
//             *out = -1;
//         continue;
//     }
//     __syncthreads();
//     ...
//     if (thread == 0)
//         *out = sum;
//
// after LLVM has made one store of the two, gangs that come from the second barrier part before the shared code, and it can't be
// cut off as a region that all gangs come to.  So each way gets a copy of such code, if there isn't very much of it, and it
// is in the region before: without, the kernel would be left to fibers.
#include <assert.h>
#include <stdlib.h>

#include "../analysis/stretches.h"
#include "gang_block.h"

enum { MOST_COPIES = 16, MOST_BLOCKS = 64, MOST_INSTRUCTIONS = 800 };

// Code that several stretches lead to, which one of them is to have for itself.
struct tail {
	LLVMBasicBlockRef blocks[MOST_BLOCKS], copies[MOST_BLOCKS]; // the entry first
	unsigned count;
	AW_VEC(LLVMBasicBlockRef) from; // of the stretch, they lead to it
};

struct search {
	const struct aw_gang_block *block;
	struct aw_stretches flow;
	uint32_t *next; // by block: the place or the entry that the stretch leads to from here, AW_NONE for none, MANY for different ones
};

static uint32_t behind(const struct search *search, uint32_t at)
{
	return search->flow.once[at] || search->flow.entry[at] ? at : search->next[at];
}

static void find_next(struct search *search)
{
	const struct aw_cfg *cfg = &search->flow.cfg;
	search->next = AW_NEED_ARRAY(uint32_t, cfg->count);
	for (uint32_t at = 0; at < cfg->count; at++)
		search->next[at] = AW_NONE;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = cfg->count; at-- > 0;) {
			uint32_t found = search->next[at];
			AW_FOR_SUCCESSORS(&cfg->graph, at, successor) {
				uint32_t next = behind(search, *successor);
				if (next != AW_NONE && next != search->flow.label[at] && next != found) // another turn is no way out
					found = found == AW_NONE ? next : AW_STRETCH_MANY;
			}
			changed |= found != search->next[at];
			search->next[at] = found;
		}
	}
}

// Whether gangs may part at the end of block AT, so that they come to different places or entries.
static bool parts(const struct search *search, uint32_t at)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(search->flow.cfg.blocks[at]);
	return !search->flow.once[at] && search->flow.label[at] != AW_NONE && search->next[at] == AW_STRETCH_MANY &&
	       aw_llvm_is_op(end, LLVMBr) && LLVMIsConditional(end) &&
	       !aw_block_uniform(&search->block->uniformity, LLVMGetCondition(end));
}

// Whether the stretch of entry AT is code that can be copied, and not very much; then it is TAIL.
static bool is_tail(const struct search *search, uint32_t at, struct tail *tail)
{
	const struct aw_cfg *cfg = &search->flow.cfg;
	unsigned size = 0;
	tail->count = 0;
	for (uint32_t i = 0; i < cfg->count; i++) {
		uint32_t other = i == 0 ? at : i <= at ? i - 1 : i;
		if (search->flow.label[other] != at)
			continue;
		if (tail->count == MOST_BLOCKS || !aw_llvm_is_op(LLVMGetBasicBlockTerminator(cfg->blocks[other]), LLVMBr))
			return false;
		tail->blocks[tail->count++] = cfg->blocks[other];
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[other])
			size++;
	}
	return size <= MOST_INSTRUCTIONS;
}

// Notes the places and entries that gangs may come to from block AT.
static void find_ends(const struct search *search, uint32_t at, bool *seen)
{
	const struct aw_cfg *cfg = &search->flow.cfg;
	AW_VEC(uint32_t) work = { 0 };
	aw_need(aw_vec_push(&work, at));
	for (size_t i = 0; i < work.count; i++)
		AW_FOR_SUCCESSORS(&cfg->graph, work.items[i], next) {
			if (!seen[*next] && !search->flow.once[*next] && !search->flow.entry[*next])
				aw_need(aw_vec_push(&work, *next));
			seen[*next] = true;
		}
	aw_vec_finish(&work);
}

// Whether entry AT leads, by way of others maybe, to one of the ENDS that gangs may come to without it.
static bool leads_to_end(const struct search *search, uint32_t at, const bool *ends)
{
	uint32_t next = search->next[at];
	for (unsigned steps = 0; steps < MOST_COPIES && next < AW_STRETCH_MANY; steps++) {
		if (next != at && ends[next])
			return true;
		if (search->flow.once[next])
			break;
		next = search->next[next];
	}
	return false;
}

// Finds what some of the gangs that part in block AT come to before all meet again.
static bool find_tail(const struct search *search, uint32_t at, struct tail *tail)
{
	const struct aw_cfg *cfg = &search->flow.cfg;
	uint32_t found = AW_NONE, last = AW_NONE;
	bool *ends = AW_NEED_ARRAY(bool, cfg->count);
	find_ends(search, at, ends);
	for (uint32_t end = 0; end < cfg->count && found == AW_NONE; end++)
		if (ends[end] && search->flow.entry[end] && !search->flow.once[end] && end != search->flow.label[at] &&
		    leads_to_end(search, end, ends) && is_tail(search, end, tail))
			found = end;
	free(ends);
	if (found == AW_NONE)
		return false;
	AW_FOR_PREDECESSORS(&cfg->graph, found, previous) {
		if (*previous != last && search->flow.label[*previous] == search->flow.label[at])
			aw_need(aw_vec_push(&tail->from, cfg->blocks[*previous]));
		last = *previous;
	}
	assert(tail->from.count > 0);
	return true;
}

// --- the copy ---

static bool is_in(const struct tail *tail, LLVMBasicBlockRef block)
{
	for (unsigned i = 0; i < tail->count; i++)
		if (tail->blocks[i] == block)
			return true;
	return false;
}

static LLVMValueRef make_slot(const struct aw_gang_block *block, LLVMValueRef value)
{
	LLVMBuilderRef builder = block->unit->builder;
	aw_llvm_at(builder, LLVMGetFirstInstruction(block->start));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	return LLVMBuildAlloca(builder, LLVMTypeOf(value), "tail");
}

// Phis of the tail's entry take their values from memory.
static void demote_phis(const struct aw_gang_block *block, const struct tail *tail)
{
	LLVMBuilderRef builder = block->unit->builder;
	for (LLVMValueRef phi; LLVMIsAPHINode(phi = LLVMGetFirstInstruction(tail->blocks[0]));) {
		LLVMValueRef slot = make_slot(block, phi);
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			aw_llvm_at(builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
			LLVMBuildStore(builder, LLVMGetIncomingValue(phi, i), slot);
		}
		aw_llvm_at(builder, aw_llvm_first_after_phis(tail->blocks[0]));
		aw_llvm_replace(phi, LLVMBuildLoad2(builder, LLVMTypeOf(phi), slot, ""));
	}
}

// What others use of VALUE, the tail's, they take from memory.
static void demote(const struct aw_gang_block *block, const struct tail *tail, LLVMValueRef value)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMValueRef slot = NULL;
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, value)
		aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	for (size_t i = 0; i < users.count; i++) {
		LLVMValueRef user = users.items[i];
		bool phi = LLVMIsAPHINode(user) != NULL;
		for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(user); n++) {
			LLVMBasicBlockRef place = phi ? LLVMGetIncomingBlock(user, n) : LLVMGetInstructionParent(user);
			if (LLVMGetOperand(user, n) != value || is_in(tail, place))
				continue;
			slot = slot ? slot : make_slot(block, value);
			aw_llvm_at(builder, phi ? LLVMGetBasicBlockTerminator(place) : user);
			LLVMSetOperand(user, n, LLVMBuildLoad2(builder, LLVMTypeOf(value), slot, ""));
		}
	}
	if (slot) {
		aw_llvm_at(builder, aw_llvm_skip_phis(LLVMGetNextInstruction(value)));
		LLVMBuildStore(builder, value, slot);
	}
	aw_vec_finish(&users);
}

// What follows the copies learns of them.
static void join_copies(const struct tail *tail)
{
	for (unsigned i = 0; i < tail->count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(tail->blocks[i]);
		for (unsigned n = 0; n < LLVMGetNumSuccessors(end); n++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, n), from = tail->copies[i];
			LLVMValueRef phi = is_in(tail, next) ? NULL : LLVMGetFirstInstruction(next);
			for (; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
				LLVMValueRef value = aw_llvm_incoming(phi, tail->blocks[i]);
				value = aw_llvm_find_copied(tail->blocks, tail->copies, tail->count, value);
				LLVMAddIncoming(phi, &value, &from, 1);
			}
		}
	}
}

static void copy(struct aw_gang_block *block, struct tail *tail)
{
	demote_phis(block, tail);
	for (unsigned i = 0; i < tail->count; i++)
		AW_FOR_INSTRUCTIONS(instruction, tail->blocks[i])
			if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind)
				demote(block, tail, instruction);
	aw_llvm_copy_blocks(tail->blocks, tail->count, tail->copies);
	join_copies(tail);
	for (size_t i = 0; i < tail->from.count; i++)
		aw_llvm_lead_to(tail->from.items[i], tail->blocks[0], tail->copies[0]);
}

// Copies one tail, of which there may be more; false when there is none.
static bool copy_one(struct aw_gang_block *block)
{
	struct search search = { .block = block };
	struct tail tail = { .count = 0 };
	bool found = false;
	aw_block_uniformity_init(&block->uniformity, block->function);
	aw_stretches_init(&search.flow, block->function, &block->once, NULL);
	find_next(&search);
	for (uint32_t at = 0; at < search.flow.cfg.count && !found; at++)
		found = parts(&search, at) && find_tail(&search, at, &tail);
	free(search.next);
	aw_stretches_finish(&search.flow);
	aw_block_uniformity_finish(&block->uniformity);
	if (found)
		copy(block, &tail);
	aw_vec_finish(&tail.from);
	return found;
}

void aw_gang_tails_copy(struct aw_gang_block *block)
{
	unsigned copies = 0;
	while (copies < MOST_COPIES && copy_one(block)) {
		copies++;
		aw_llvm_run_function_passes(block->function, "mem2reg", NULL);
	}
}
