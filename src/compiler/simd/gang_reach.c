// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions in which only the first gangs of a row do anything, as the turns of a tree in shared memory:
//
//     for (s = blockDim.x / 2; s > 0; s /= 2) {
//         if (threadIdx.x < s)
//             sum[threadIdx.x] += sum[threadIdx.x + s];
//         __syncthreads();
//     }
//
// Where all that a region stores is stored under a mask that says x < end, and the end is known before the region, gangs that lie
// behind the end needn't come by.  Those whose lanes all lie before it do it without the mask: what is loaded soon after a store
// with a mask waits until the store has come to the cache (Intel 64 and IA-32 Architectures Optimization Reference Manual, "Store
// Forwarding").  One gang at most is left, which keeps the mask.  Like gang_line.c, it splits an index set (M. Wolfe, "Optimizing
// Supercompilers for Supercomputers", 1989).
//
// What the first gang of a row does for all (flat_loops.c) is a region of that gang alone.
#include "gang_reach.h"

#include <assert.h>
#include <string.h>

#include "gang_jam.h"
#include "simd.h"

enum { MOST_INSTRUCTIONS = 300, DEEP = 8 };

struct reach {
	struct aw_gang_block *block;
	LLVMBuilderRef builder;
	uint32_t region;
	LLVMValueRef mask, end; // the comparison, and what x is compared with
	bool is_signed, inclusive;
};

static bool is_inside(const struct reach *reach, LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && aw_gang_region_of(reach->block, LLVMGetInstructionParent(value)) == reach->region;
}

// --- the mask ---

// Whether VALUE is the x of a gang's first thread.
static bool is_x(const struct reach *reach, LLVMValueRef value)
{
	int64_t bits;
	if (aw_llvm_is_op(value, LLVMAnd) && aw_llvm_constant(LLVMGetOperand(value, 1), &bits) && bits == -(int64_t)reach->block->width)
		value = LLVMGetOperand(value, 0);
	return !strcmp(aw_llvm_callee_name(value), "aw.gang.x");
}

// Whether VALUE says for each lane that its x is below an end; then it is the mask.
static bool is_mask(struct reach *reach, LLVMValueRef value)
{
	struct aw_simd_lane_row row;
	if (!LLVMIsAICmpInst(value) || !aw_llvm_is_vector(value))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
	bool less = predicate == LLVMIntSLT || predicate == LLVMIntULT || predicate == LLVMIntSLE || predicate == LLVMIntULE;
	bool more = predicate == LLVMIntSGT || predicate == LLVMIntUGT || predicate == LLVMIntSGE || predicate == LLVMIntUGE;
	LLVMValueRef end = aw_llvm_same_scalar(LLVMGetOperand(value, less));
	if ((!less && !more) || !end || is_inside(reach, end) || !aw_simd_find_lane_row(LLVMGetOperand(value, more), &row) ||
	    row.low != 0 || row.high != reach->block->width - 1 || !is_x(reach, row.first))
		return false;
	reach->mask = value;
	reach->end = end;
	reach->is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntSGT || predicate == LLVMIntSGE;
	reach->inclusive = predicate == LLVMIntSLE || predicate == LLVMIntULE || predicate == LLVMIntSGE || predicate == LLVMIntUGE;
	return true;
}

// Whether lanes of MASK are in the mask too, which is found first where it isn't known yet.
static bool implies(struct reach *reach, LLVMValueRef mask, unsigned depth)
{
	if (mask == reach->mask || (!reach->mask && is_mask(reach, mask)))
		return true;
	bool both = aw_llvm_is_op(mask, LLVMAnd) || (LLVMIsASelectInst(mask) && LLVMIsNull(LLVMGetOperand(mask, 2)));
	return both && depth < DEEP &&
	       (implies(reach, LLVMGetOperand(mask, 0), depth + 1) || implies(reach, LLVMGetOperand(mask, 1), depth + 1));
}

// --- the region ---

// The mask under which INSTRUCTION, a call, stores, or NULL.
static LLVMValueRef mask_of_store(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	bool stores = aw_starts_with(name, "llvm.masked.store.") || aw_starts_with(name, "llvm.masked.scatter.");
	return stores ? LLVMGetOperand(instruction, 3) : NULL;
}

// Whether INSTRUCTION has no effect for lanes that aren't in the mask.
static bool fits(struct reach *reach, LLVMValueRef instruction)
{
	LLVMValueRef mask = mask_of_store(instruction);
	if (mask)
		return implies(reach, mask, 0);
	bool stores = aw_llvm_is_op(instruction, LLVMStore) || aw_starts_with(aw_llvm_callee_name(instruction), "llvm.masked.compressstore.");
	return !stores && !aw_llvm_is_op(instruction, LLVMUnreachable) && aw_gang_may_jam(instruction);
}

// Nothing that is made in the region is used behind it: nobody may come by.
static bool is_used_outside(const struct reach *reach, LLVMValueRef instruction)
{
	AW_FOR_USES(use, instruction)
		if (!is_inside(reach, LLVMGetUser(use)))
			return true;
	return false;
}

static bool find(struct reach *reach)
{
	unsigned size = 0;
	AW_FOR_BLOCKS(part, reach->block->function)
		if (aw_gang_region_of(reach->block, part) == reach->region)
			AW_FOR_INSTRUCTIONS(instruction, part)
				if (++size > MOST_INSTRUCTIONS || !fits(reach, instruction) || is_used_outside(reach, instruction))
					return false;
	return reach->mask != NULL;
}

// --- the first gang ---

// Whether CONDITION is HOLDS for the first gang of a row alone.
static bool is_first(LLVMValueRef condition, bool holds, unsigned depth)
{
	bool chosen = LLVMIsASelectInst(condition) && LLVMIsAConstantInt(LLVMGetOperand(condition, holds ? 2 : 1)) &&
	              LLVMConstIntGetZExtValue(LLVMGetOperand(condition, holds ? 2 : 1)) == !holds;
	if (chosen || aw_llvm_is_op(condition, holds ? LLVMAnd : LLVMOr))
		return depth < DEEP && (is_first(LLVMGetOperand(condition, 0), holds, depth + 1) ||
		                        is_first(LLVMGetOperand(condition, chosen && !holds ? 2 : 1), holds, depth + 1));
	return LLVMIsAICmpInst(condition) && LLVMGetICmpPredicate(condition) == (holds ? LLVMIntEQ : LLVMIntNE) &&
	       LLVMIsNull(LLVMGetOperand(condition, 1)) && !strcmp(aw_llvm_callee_name(LLVMGetOperand(condition, 0)), "aw.gang.x");
}

// Whether what gangs do that come to block PART has no effect up to where there are several ways on, or the region ends; returns that
// block in *PART.
static bool goes_idle(const struct reach *reach, LLVMBasicBlockRef *part)
{
	LLVMBasicBlockRef latch = reach->block->regions.items[reach->region].latch;
	for (;;) {
		AW_FOR_INSTRUCTIONS(instruction, *part)
			if (aw_llvm_may_write(instruction) && !aw_block_call_is_pure(instruction))
				return false;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(*part);
		if (*part == latch || LLVMGetNumSuccessors(end) != 1)
			return true;
		*part = LLVMGetSuccessor(end, 0);
	}
}

bool aw_gang_reach_is_first(struct aw_gang_block *block, uint32_t region)
{
	struct reach reach = { .block = block, .region = region };
	LLVMBasicBlockRef part = block->regions.items[region].head, latch = block->regions.items[region].latch;
	if (!goes_idle(&reach, &part) || part == latch)
		return false;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
	bool then = LLVMIsABranchInst(end) && is_first(LLVMGetCondition(end), true, 0);
	if (!then && (!LLVMIsABranchInst(end) || !is_first(LLVMGetCondition(end), false, 0)))
		return false;
	LLVMBasicBlockRef around = LLVMGetSuccessor(end, then);
	if (!goes_idle(&reach, &around) || around != latch)
		return false;
	AW_FOR_BLOCKS(of, block->function)
		if (aw_gang_region_of(block, of) == region)
			AW_FOR_INSTRUCTIONS(instruction, of)
				if (!aw_block_uniform(&block->uniformity, instruction) && is_used_outside(&reach, instruction))
					return false;
	return true;
}

// --- how far ---

static LLVMValueRef number(const struct reach *reach, int64_t value)
{
	return LLVMConstInt(LLVMInt32TypeInContext(reach->block->unit->context), (uint64_t)value, true);
}

static LLVMValueRef lesser(const struct reach *reach, LLVMIntPredicate less, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildSelect(reach->builder, LLVMBuildICmp(reach->builder, less, a, b, ""), a, b, "");
}

// How many of a row's SIZE threads are before the end, which may be any number.
static LLVMValueRef threads_before(const struct reach *reach, LLVMValueRef size)
{
	LLVMIntPredicate less = reach->is_signed ? LLVMIntSLT : LLVMIntULT;
	assert(LLVMGetIntTypeWidth(LLVMTypeOf(reach->end)) == 32);
	LLVMValueRef end = reach->end, none = number(reach, 0);
	if (reach->inclusive)
		end = LLVMBuildAdd(reach->builder, lesser(reach, less, end, number(reach, INT32_MAX - 1)), number(reach, 1), "");
	LLVMValueRef some = lesser(reach, less, end, size);
	return reach->is_signed ? LLVMBuildSelect(reach->builder, LLVMBuildICmp(reach->builder, less, some, none, ""), none, some, "") : some;
}

uint32_t aw_gang_reach_split(struct aw_gang_block *block, uint32_t region, LLVMValueRef size, struct aw_gang_reach *how_far)
{
	struct reach reach = { .block = block, .builder = block->unit->builder, .region = region };
	assert(block->geometry == AW_CPU_GEOMETRY_FULL && !block->regions.items[region].once);
	if (!find(&reach))
		return AW_NONE;
	LLVMValueRef width = number(&reach, block->width);
	aw_llvm_at(reach.builder, LLVMGetBasicBlockTerminator(block->regions.items[region].before));
	LLVMValueRef threads = threads_before(&reach, size);
	how_far->whole = LLVMBuildUDiv(reach.builder, threads, width, "");
	threads = LLVMBuildNUWAdd(reach.builder, threads, number(&reach, block->width - 1), "");
	how_far->some = LLVMBuildUDiv(reach.builder, threads, width, "");
	uint32_t rest = aw_gang_jam_double(block, region);
	LLVMReplaceAllUsesWith(reach.mask, LLVMConstAllOnes(LLVMTypeOf(reach.mask)));
	return rest;
}
