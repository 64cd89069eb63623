// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches on which the gangs of a jammed turn (gang_jam.c) may part: whether a row of threads lies in the matrix, how the row that it
// stores lies in memory.  From there to the region's end, the *tail*, each gang goes by itself, one behind the other:
//
//     fork:  br c0, a, b             fork:  br c0 & c1, a', tail0
//     a:     ...; br latch           a':    both gangs, side by side; br latch
//     b:     ...; br latch    ->     tail0: br c0, a0, b0; ...; br exit0
//                                    exit0: br tail1
//                                    tail1: br c1, a1, b1; ...; br exit1
//                                    exit1: br latch
//
// On one of the ways, where much is computed, gangs go on together when all of them take it with all lanes: a copy of it without
// masks, so that gangs share what they load from one place, and in which there may be further forks.
#include "gang_fork.h"

#include <assert.h>

#include "../analysis/access.h"

enum { LEAST_IN_COMMON = 12 }; // operations on vectors, where there is no loop

static bool contains(const aw_gang_parts *parts, LLVMBasicBlockRef part)
{
	return aw_llvm_is_among(parts->items, parts->count, part);
}

static void look_at(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef part, struct aw_map *seen,
                    aw_gang_parts *parts)
{
	if (part == block->regions.items[region].latch || aw_map_get(seen, part))
		return;
	aw_need(aw_map_put(seen, part, part));
	aw_need(aw_vec_push(parts, part));
}

void aw_gang_fork_reach(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef from, aw_gang_parts *parts)
{
	struct aw_map seen = { 0 };
	size_t done = parts->count;
	for (size_t i = 0; i < done; i++)
		aw_need(aw_map_put(&seen, parts->items[i], parts->items[i]));
	look_at(block, region, from, &seen, parts);
	for (; done < parts->count; done++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(parts->items[done]);
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
			look_at(block, region, LLVMGetSuccessor(end, i), &seen, parts);
	}
	aw_map_finish(&seen);
}

// --- whether ---

// Control comes into the tail by the fork only, and leaves it for the latch.
static bool is_apart(const struct aw_gang_block *block, uint32_t region, const struct aw_gang_fork *fork)
{
	LLVMBasicBlockRef latch = block->regions.items[region].latch;
	bool leaves = aw_llvm_leads_to(fork->at, latch);
	if (contains(&fork->tail, fork->at))
		return false;
	for (size_t i = 0; i < fork->tail.count; i++) {
		LLVMBasicBlockRef part = fork->tail.items[i];
		leaves |= aw_llvm_leads_to(part, latch);
		if (aw_gang_region_of(block, part) != region)
			return false;
		AW_FOR_USES(use, LLVMBasicBlockAsValue(part)) {
			LLVMValueRef user = LLVMGetUser(use);
			LLVMBasicBlockRef from = LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : fork->at;
			if (from != fork->at && !contains(&fork->tail, from))
				return false;
		}
	}
	return leaves;
}

unsigned aw_gang_vector_operations(LLVMValueRef instruction)
{
	if (!aw_llvm_is_vector(instruction))
		return 0;
	if (aw_llvm_is_fma(instruction))
		return 2;
	return LLVMIsABinaryOperator(instruction) || aw_starts_with(aw_llvm_callee_name(instruction), "llvm.fm");
}

static unsigned count_vectors(const aw_gang_parts *parts)
{
	unsigned count = 0;
	for (size_t i = 0; i < parts->count; i++)
		AW_FOR_INSTRUCTIONS(instruction, parts->items[i])
			count += aw_gang_vector_operations(instruction);
	return count;
}

// STATES: the parts that were begun, with whether they are on the way here.
static bool comes_back(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef part, struct aw_map *states)
{
	static char on_the_way, done;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
	const void *state = aw_map_get(states, part);
	bool found = state == &on_the_way;
	if (state || part == block->regions.items[region].latch)
		return found;
	aw_need(aw_map_put(states, part, &on_the_way));
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !found; i++)
		found = comes_back(block, region, LLVMGetSuccessor(end, i), states);
	aw_need(aw_map_put(states, part, &done));
	return found;
}

static bool has_loop(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef from)
{
	struct aw_map states = { 0 };
	bool found = comes_back(block, region, from, &states);
	aw_map_finish(&states);
	return found;
}

// The way from AT on which much is computed; NULL where on none.
static LLVMBasicBlockRef common_way(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef at)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(at);
	LLVMBasicBlockRef best = NULL;
	unsigned most = 0;
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		LLVMBasicBlockRef way = LLVMGetSuccessor(end, i);
		aw_gang_parts parts = { 0 };
		aw_gang_fork_reach(block, region, way, &parts);
		unsigned vectors = count_vectors(&parts);
		if (vectors > most && (vectors >= LEAST_IN_COMMON || has_loop(block, region, way))) {
			most = vectors;
			best = way;
		}
		aw_vec_finish(&parts);
	}
	return best;
}

bool aw_gang_fork_find(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef at, struct aw_gang_fork *fork)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(at);
	*fork = (struct aw_gang_fork){ .at = at };
	if (!LLVMIsABranchInst(end))
		return false;
	fork->condition = LLVMGetCondition(end);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		aw_gang_fork_reach(block, region, LLVMGetSuccessor(end, i), &fork->tail);
	bool fits = is_apart(block, region, fork);
	if (fits)
		fork->common = common_way(block, region, at);
	else
		aw_gang_fork_finish(fork);
	return fits;
}

void aw_gang_fork_finish(struct aw_gang_fork *fork)
{
	aw_vec_finish(&fork->tail);
}

// --- the blocks ---

static void join(struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef part)
{
	aw_need(aw_map_put(&block->number, part, (void *)(uintptr_t)(region + 1)));
}

// Leaves PHI what it has from those blocks that lead to it.
static void trim_phi(struct aw_gang_block *block, LLVMValueRef phi)
{
	LLVMBasicBlockRef part = LLVMGetInstructionParent(phi);
	LLVMPositionBuilderBefore(block->unit->builder, phi);
	LLVMValueRef trimmed = LLVMBuildPhi(block->unit->builder, LLVMTypeOf(phi), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		if (aw_llvm_leads_to(from, part))
			LLVMAddIncoming(trimmed, &value, &from, 1);
	}
	aw_llvm_replace(phi, trimmed);
}

// What the latch has from EXIT of the values that are made in the tail comes in by phis.
static void enter_by_phis(struct aw_gang_block *block, uint32_t region, const struct aw_gang_fork *fork, LLVMBasicBlockRef exit)
{
	LLVMBasicBlockRef latch = block->regions.items[region].latch;
	AW_VEC(LLVMValueRef) users = { 0 };
	for (size_t i = 0; i < fork->tail.count; i++)
		AW_FOR_INSTRUCTIONS(value, fork->tail.items[i]) {
			users.count = 0;
			AW_FOR_USES(use, value)
				if (!contains(&fork->tail, LLVMGetInstructionParent(LLVMGetUser(use))) && !aw_llvm_is_op(LLVMGetUser(use), LLVMPHI))
					aw_need(aw_vec_push(&users, LLVMGetUser(use)));
			if (!users.count)
				continue;
			LLVMPositionBuilderBefore(block->unit->builder, LLVMGetFirstInstruction(latch));
			LLVMSetCurrentDebugLocation2(block->unit->builder, NULL);
			LLVMValueRef phi = LLVMBuildPhi(block->unit->builder, LLVMTypeOf(value), "");
			LLVMAddIncoming(phi, &value, &exit, 1);
			for (size_t k = 0; k < users.count; k++)
				aw_llvm_replace_operand(users.items[k], value, phi);
		}
	aw_vec_finish(&users);
}

void aw_gang_fork_dissolve(struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef exit)
{
	LLVMBasicBlockRef latch = block->regions.items[region].latch;
	AW_VEC(LLVMValueRef) ends = { 0 };
	AW_FOR_USES(use, LLVMBasicBlockAsValue(exit))
		if (LLVMIsATerminatorInst(LLVMGetUser(use)))
			aw_need(aw_vec_push(&ends, LLVMGetUser(use))); // once for each edge, as phis have it
	AW_FOR_INSTRUCTIONS(phi, latch) {
		if (!aw_llvm_is_op(phi, LLVMPHI))
			break;
		LLVMValueRef value = aw_llvm_incoming(phi, exit);
		bool joined = aw_llvm_is_op(value, LLVMPHI) && LLVMGetInstructionParent(value) == exit;
		for (size_t i = 0; i < ends.count; i++) {
			LLVMBasicBlockRef from = LLVMGetInstructionParent(ends.items[i]);
			LLVMValueRef own = joined ? aw_llvm_incoming(value, from) : value;
			LLVMAddIncoming(phi, &own, &from, 1);
		}
	}
	for (size_t i = 0; i < ends.count; i++)
		aw_llvm_replace_operand(ends.items[i], LLVMBasicBlockAsValue(exit), LLVMBasicBlockAsValue(latch));
	aw_vec_finish(&ends);
	aw_llvm_at(block->unit->builder, LLVMGetBasicBlockTerminator(exit));
	LLVMBuildUnreachable(block->unit->builder);
	aw_llvm_erase(LLVMGetLastInstruction(exit));
	AW_FOR_INSTRUCTIONS_SAFE(phi, latch)
		if (aw_llvm_is_op(phi, LLVMPHI))
			trim_phi(block, phi);
	aw_map_remove(&block->number, exit);
	aw_llvm_erase_block(exit);
}

// Copies the way to the latch, and returns the copy's first block.  The exit, which is one of its blocks, has no copy.
static LLVMBasicBlockRef copy_way(struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef way, LLVMBasicBlockRef exit)
{
	aw_gang_parts parts = { 0 };
	aw_gang_fork_reach(block, region, way, &parts);
	unsigned count = (unsigned)parts.count;
	LLVMBasicBlockRef *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, count), first, other_exit = NULL;
	aw_llvm_copy_blocks(parts.items, count, copies);
	for (unsigned i = 0; i < count; i++) {
		join(block, region, copies[i]);
		other_exit = parts.items[i] == exit ? copies[i] : other_exit;
	}
	assert(other_exit && "every way leads to the latch");
	AW_FOR_INSTRUCTIONS(phi, block->regions.items[region].latch) {
		if (!aw_llvm_is_op(phi, LLVMPHI))
			break;
		LLVMValueRef value = aw_llvm_find_copied(parts.items, copies, count, aw_llvm_incoming(phi, exit));
		LLVMAddIncoming(phi, &value, &other_exit, 1);
	}
	for (unsigned i = 0; i < count; i++)
		AW_FOR_INSTRUCTIONS_SAFE(phi, copies[i])
			if (aw_llvm_is_op(phi, LLVMPHI))
				trim_phi(block, phi);
	aw_gang_fork_dissolve(block, region, other_exit); // those that are still to part would meet in it with others
	first = copies[0];
	free(copies);
	aw_vec_finish(&parts);
	return first;
}

// Takes the masks that come in out of the way that begins with FIRST; returns GOES with the condition, made where the builder stands,
// that their lanes are all there.
static LLVMValueRef demand_lanes(struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef first, LLVMValueRef goes)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMTypeRef bits = LLVMIntTypeInContext(block->unit->context, block->width);
	aw_gang_parts parts = { 0 };
	aw_gang_fork_reach(block, region, first, &parts);
	for (size_t i = 0; i < parts.count; i++)
		AW_FOR_INSTRUCTIONS(instruction, parts.items[i]) {
			struct aw_access access;
			LLVMValueRef mask = aw_access_find(instruction, &access) ? access.mask : NULL;
			if (!mask || !LLVMIsAInstruction(mask) || contains(&parts, LLVMGetInstructionParent(mask)) ||
			    LLVMGetVectorSize(LLVMTypeOf(mask)) != block->width)
				continue;
			LLVMValueRef lanes = LLVMBuildBitCast(builder, mask, bits, "");
			LLVMValueRef all = LLVMBuildICmp(builder, LLVMIntEQ, lanes, LLVMConstAllOnes(bits), "");
			goes = LLVMBuildAnd(builder, goes, all, "");
			for (size_t k = 0; k < parts.count; k++)
				AW_FOR_INSTRUCTIONS(user, parts.items[k])
					aw_llvm_replace_operand(user, mask, LLVMConstAllOnes(LLVMTypeOf(mask)));
		}
	aw_vec_finish(&parts);
	return goes;
}

void aw_gang_fork_open(struct aw_gang_block *block, uint32_t region, struct aw_gang_fork *fork)
{
	LLVMBasicBlockRef latch = block->regions.items[region].latch;
	aw_gang_parts whole = { 0 }, leaving = { 0 };
	if (fork->common && aw_llvm_is_op(LLVMGetFirstInstruction(fork->common), LLVMPHI)) {
		fork->common = aw_llvm_split_edges(fork->at, fork->common); // the head of a loop
		join(block, region, fork->common);
		aw_need(aw_vec_push(&fork->tail, fork->common));
	}
	LLVMBasicBlockRef entry = aw_llvm_split_before(LLVMGetBasicBlockTerminator(fork->at));
	join(block, region, entry);
	aw_need(aw_vec_push(&whole, entry));
	for (size_t i = 0; i < fork->tail.count; i++)
		aw_need(aw_vec_push(&whole, fork->tail.items[i]));
	for (size_t i = 0; i < whole.count; i++)
		if (aw_llvm_leads_to(whole.items[i], latch))
			aw_need(aw_vec_push(&leaving, whole.items[i]));
	LLVMBasicBlockRef exit = aw_llvm_split_predecessors(latch, leaving.items, (unsigned)leaving.count, "gang.next");
	join(block, region, exit);
	aw_need(aw_vec_push(&whole, exit));
	aw_gang_fork_finish(fork);
	aw_vec_finish(&leaving);
	fork->tail = whole;
	enter_by_phis(block, region, fork, exit);
	if (!fork->common)
		return;
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(entry), jump = LLVMGetBasicBlockTerminator(fork->at);
	bool negated = LLVMGetSuccessor(branch, 0) != fork->common;
	LLVMBasicBlockRef together = copy_way(block, region, fork->common, exit);
	aw_llvm_at(block->unit->builder, jump);
	LLVMValueRef goes = negated ? LLVMBuildNot(block->unit->builder, fork->condition, "") : fork->condition;
	goes = demand_lanes(block, region, together, goes);
	LLVMBuildCondBr(block->unit->builder, goes, together, entry);
	aw_llvm_erase(jump);
}

void aw_gang_fork_copy(struct aw_gang_block *block, uint32_t region, const struct aw_gang_fork *fork, LLVMBasicBlockRef last,
                       LLVMBasicBlockRef *copies)
{
	aw_llvm_copy_blocks(fork->tail.items, (unsigned)fork->tail.count, copies);
	for (size_t i = 0; i < fork->tail.count; i++)
		join(block, region, copies[i]);
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(copies[fork->tail.count - 1]), 0, block->regions.items[region].latch);
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(last), 0, copies[0]);
}
