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
	bool *waits;          // by block: it has a barrier of the block
	bool *asked, *chosen; // by block: what decides about it was looked at; threads are to agree on its branch
	bool *one, *other;    // by block: was come to by a walk
	AW_VEC(LLVMBasicBlockRef) branches; // the blocks chosen
	bool possible;
};

// Marks in SEEN what threads may come to that go on at block FIRST and stop at block END (cfg.count: none), or behind barriers.
static void walk(const struct agreement *a, uint32_t first, uint32_t end, bool past_barriers, bool *seen)
{
	AW_VEC(uint32_t) work = { 0 };
	memset(seen, 0, a->u->cfg.count * sizeof(*seen));
	aw_need(aw_vec_push(&work, first));
	for (size_t i = 0; i < work.count; i++) {
		uint32_t at = work.items[i];
		if (at == end || seen[at])
			continue;
		seen[at] = true;
		if (a->waits[at] && !past_barriers)
			continue;
		AW_FOR_SUCCESSORS(&a->u->cfg.graph, at, to)
			aw_need(aw_vec_push(&work, *to));
	}
	aw_vec_finish(&work);
}

// Whether a barrier may come from block FIRST on before block MEETING.
static bool comes_to_barrier(const struct agreement *a, uint32_t first, uint32_t meeting)
{
	bool found = false;
	walk(a, first, meeting, false, a->one);
	for (uint32_t block = 0; block < a->u->cfg.count; block++)
		found |= a->one[block] && a->waits[block];
	return found;
}

// Whether threads that go on at FIRST and at OTHER may come to the same barrier next.
static bool may_meet(const struct agreement *a, uint32_t first, uint32_t other)
{
	bool same = false;
	walk(a, first, a->u->cfg.count, false, a->one);
	walk(a, other, a->u->cfg.count, false, a->other);
	for (uint32_t block = 0; block < a->u->cfg.count; block++)
		same |= a->waits[block] && a->one[block] && a->other[block];
	return same;
}

static bool may_do(LLVMValueRef instruction)
{
	return LLVMIsAStoreInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
	       LLVMIsACallInst(instruction);
}

// Whether nothing but the kernel's end follows where the ways of the branch at the end of BLOCK meet.
static bool may_leave(const struct agreement *a, uint32_t block)
{
	uint32_t meeting = a->u->post_dominators.parent[block];
	if (meeting >= a->u->cfg.count)
		return false;
	walk(a, meeting, a->u->cfg.count, true, a->one);
	for (uint32_t at = 0; at < a->u->cfg.count; at++)
		if (a->one[at])
			AW_FOR_INSTRUCTIONS(instruction, a->u->cfg.blocks[at])
				if (may_do(instruction))
					return false;
	return true;
}

static bool is_to_be_agreed_on(const struct agreement *a, uint32_t block)
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
		LLVMBasicBlockRef from = a->u->cfg.blocks[decision->block];
		LLVMValueRef condition = LLVMGetCondition(LLVMGetBasicBlockTerminator(from));
		bool differs = aw_uniformity_shape(a->u, condition).kind > AW_SHAPE_BLOCK;
		if (differs && !a->chosen[decision->block] && !may_leave(a, decision->block)) {
			a->chosen[decision->block] = true;
			a->possible = a->possible && is_to_be_agreed_on(a, decision->block);
			aw_need(aw_vec_push(&a->branches, from));
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
	LLVMBasicBlockRef stuck = aw_simd_build_stuck(unit, branch);
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
	aw_llvm_at(builder, jump);
	LLVMSetCurrentDebugLocation2(builder, place);
	LLVMValueRef some = aw_simd_build_any(unit, mine);
	LLVMBuildCondBr(builder, LLVMBuildXor(builder, some, mine, ""), stuck, on);
	aw_llvm_erase(jump);
	LLVMSetCondition(branch, some);
}

static void find_branches(struct agreement *a)
{
	uint32_t count = a->u->cfg.count;
	bool **const marks[] = { &a->waits, &a->asked, &a->chosen, &a->one, &a->other };
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		*marks[i] = AW_NEED_ARRAY(bool, count);
	for (uint32_t block = 0; block < count; block++)
		AW_FOR_INSTRUCTIONS(instruction, a->u->cfg.blocks[block])
			a->waits[block] |= aw_simd_is_barrier(a->unit, instruction) && !aw_waits_for_grid(instruction);
	for (uint32_t block = 0; block < count && a->possible; block++)
		if (a->u->decided[block] > AW_SHAPE_BLOCK && a->waits[block])
			ask(a, block);
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		free(*marks[i]);
}

bool aw_simd_agree(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, bool *agreed)
{
	*agreed = false;
	if (aw_ptx_made(function) || !aw_simd_has_barrier(unit, function))
		return true;
	struct aw_uniformity u;
	struct agreement a = { .unit = unit, .u = &u, .possible = true };
	aw_uniformity_init(&u, unit, function, gang);
	find_branches(&a);
	aw_uniformity_finish(&u);
	*agreed = a.possible && a.branches.count;
	for (size_t i = 0; *agreed && i < a.branches.count; i++)
		agree(unit, a.branches.items[i]);
	aw_vec_finish(&a.branches);
	return !*agreed || aw_simd_normalize(unit, function);
}
