// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers behind branches on which threads may differ by what the compiler sees, and may not by CUDA's rules:
//
//     for (i = threadIdx.x; i < n; i += blockDim.x) {       n is a multiple of the block's size, says the host
//         ...
//         __syncthreads();
//     }
//
// Where a thread goes around a barrier at which others of its block wait, and comes to another or the end, fibers end the launch
// (lower_bypass.c).  So gangs take it that all go one way, but look:
//
//     some = __syncthreads_or(i < n)                        to all the same
//     if (some != (i < n))
//         stuck();                                          ends the launch; fibers tell who went around
//     if (some)
//         ...
//
// That is done where all branches are such that have a say in whether a barrier is come to, or are the block's.  One way leads to a barrier
// before both meet, the other doesn't, and the barriers that come first on the two are different ones: where a thread that has done fewer
// turns of an inner loop comes by the outer one to the same barrier as the others, all may go on.  Branches behind which the kernel's end
// follows stay: to that threads may go without the others (simd_leavers.c), which then agree among themselves.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../lower/waiting.h"
#include "../ptx/ptx_module.h"
#include "simd.h"

struct agreement {
	struct aw_unit *unit;
	const struct aw_uniformity *u;
	bool *asked, *seen;
	AW_VEC(uint32_t) branches; // blocks that end with one on which threads are to agree
	bool possible;
};

static bool has_barrier(const struct agreement *a, uint32_t block)
{
	AW_FOR_INSTRUCTIONS(instruction, a->u->cfg.blocks[block])
		if (aw_simd_is_barrier(a->unit, instruction) && !aw_waits_for_grid(instruction))
			return true;
	return false;
}

// Whether a barrier may come from block FIRST on before block MEETING.
static bool comes_to_barrier(struct agreement *a, uint32_t first, uint32_t meeting)
{
	AW_VEC(uint32_t) work = { 0 };
	bool found = false;
	memset(a->seen, 0, a->u->cfg.count * sizeof(*a->seen));
	aw_need(aw_vec_push(&work, first));
	for (size_t i = 0; i < work.count && !found; i++) {
		uint32_t at = work.items[i];
		if (at == meeting || a->seen[at])
			continue;
		a->seen[at] = true;
		found = has_barrier(a, at);
		AW_FOR_SUCCESSORS(&a->u->cfg.graph, at, to)
			aw_need(aw_vec_push(&work, *to));
	}
	aw_vec_finish(&work);
	return found;
}

// Whether threads that go on at FIRST and at OTHER may come to the same barrier next.
static bool may_meet(struct agreement *a, uint32_t first, uint32_t other)
{
	const uint32_t starts[] = { first, other };
	bool *next = AW_NEED_ARRAY(bool, a->u->cfg.count), same = false;
	for (unsigned side = 0; side < 2; side++) {
		AW_VEC(uint32_t) work = { 0 };
		memset(a->seen, 0, a->u->cfg.count * sizeof(*a->seen));
		aw_need(aw_vec_push(&work, starts[side]));
		for (size_t i = 0; i < work.count; i++) {
			uint32_t at = work.items[i];
			bool waits = has_barrier(a, at);
			if (a->seen[at])
				continue;
			a->seen[at] = true;
			same |= waits && next[at];
			next[at] |= waits && side == 0;
			AW_FOR_SUCCESSORS(&a->u->cfg.graph, at, to)
				if (!waits)
					aw_need(aw_vec_push(&work, *to));
		}
		aw_vec_finish(&work);
	}
	free(next);
	return same;
}

static bool may_do(LLVMValueRef instruction)
{
	return LLVMIsAStoreInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
	       LLVMIsACallInst(instruction);
}

// Whether nothing but the kernel's end follows from block FIRST on.
static bool ends(struct agreement *a, uint32_t first)
{
	AW_VEC(uint32_t) work = { 0 };
	bool idle = true;
	memset(a->seen, 0, a->u->cfg.count * sizeof(*a->seen));
	aw_need(aw_vec_push(&work, first));
	for (size_t i = 0; i < work.count && idle; i++) {
		uint32_t at = work.items[i];
		if (a->seen[at])
			continue;
		a->seen[at] = true;
		AW_FOR_INSTRUCTIONS(instruction, a->u->cfg.blocks[at])
			idle = idle && !may_do(instruction);
		AW_FOR_SUCCESSORS(&a->u->cfg.graph, at, to)
			aw_need(aw_vec_push(&work, *to));
	}
	aw_vec_finish(&work);
	return idle;
}

static bool may_leave(struct agreement *a, uint32_t block)
{
	uint32_t meeting = a->u->post_dominators.parent[block];
	return meeting < a->u->cfg.count && ends(a, meeting);
}

static bool is_to_be_agreed_on(struct agreement *a, uint32_t block)
{
	const struct aw_cfg *cfg = &a->u->cfg;
	uint32_t meeting = a->u->post_dominators.parent[block];
	if (aw_cfg_successor_count(cfg, block) != 2 || meeting >= cfg->count)
		return false;
	uint32_t one = aw_cfg_successor(cfg, block, 0), other = aw_cfg_successor(cfg, block, 1);
	return comes_to_barrier(a, one, meeting) != comes_to_barrier(a, other, meeting) && !may_meet(a, one, other);
}

// Looks at the branches that decide about BLOCK, and about these.
static void ask(struct agreement *a, uint32_t block)
{
	if (a->asked[block])
		return;
	a->asked[block] = true;
	AW_FOR_DECISIONS(&a->u->dependence, block, decision) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(a->u->cfg.blocks[decision->block]);
		struct aw_shape shape = aw_uniformity_shape(a->u, LLVMGetCondition(end));
		bool known = false;
		for (size_t i = 0; i < a->branches.count; i++)
			known |= a->branches.items[i] == decision->block;
		if (shape.kind > AW_SHAPE_BLOCK && !known && !may_leave(a, decision->block)) {
			a->possible = a->possible && is_to_be_agreed_on(a, decision->block);
			aw_need(aw_vec_push(&a->branches, decision->block));
		}
		ask(a, decision->block);
	}
}

static void agree(struct aw_unit *unit, LLVMBasicBlockRef block)
{
	LLVMBuilderRef builder = unit->builder;
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(block), mine = LLVMGetCondition(branch);
	assert(LLVMIsConditional(branch));
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(branch);
	LLVMBasicBlockRef on = aw_llvm_split_before(branch);
	LLVMBasicBlockRef stuck = LLVMAppendBasicBlockInContext(unit->context, LLVMGetBasicBlockParent(block), "stuck");
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
	aw_llvm_at(builder, jump);
	LLVMSetCurrentDebugLocation2(builder, place);
	LLVMValueRef some = aw_simd_build_any(unit, mine);
	LLVMBuildCondBr(builder, LLVMBuildXor(builder, some, mine, ""), stuck, on);
	aw_llvm_erase(jump);
	LLVMPositionBuilderAtEnd(builder, stuck);
	aw_unit_mark(unit, "aw.stuck");
	LLVMBuildUnreachable(builder);
	LLVMSetCondition(branch, some);
}

static bool find_branches(struct agreement *a)
{
	for (uint32_t block = 0; block < a->u->cfg.count && a->possible; block++)
		if (a->u->decided[block] > AW_SHAPE_BLOCK && has_barrier(a, block))
			ask(a, block);
	return a->possible && a->branches.count;
}

bool aw_simd_agree(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, bool *agreed)
{
	if (aw_ptx_made(function))
		return true;
	struct aw_uniformity u;
	aw_uniformity_init(&u, unit, function, gang);
	struct agreement a = { unit, &u, AW_NEED_ARRAY(bool, u.cfg.count), AW_NEED_ARRAY(bool, u.cfg.count), { 0 }, true };
	AW_VEC(LLVMBasicBlockRef) blocks = { 0 };
	*agreed = find_branches(&a);
	for (size_t i = 0; *agreed && i < a.branches.count; i++)
		aw_need(aw_vec_push(&blocks, u.cfg.blocks[a.branches.items[i]]));
	aw_uniformity_finish(&u);
	for (size_t i = 0; i < blocks.count; i++)
		agree(unit, blocks.items[i]);
	aw_vec_finish(&blocks);
	aw_vec_finish(&a.branches);
	free(a.asked);
	free(a.seen);
	return !*agreed || aw_simd_normalize(unit, function);
}
