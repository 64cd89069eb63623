// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several neighbouring blocks of a grid as one: a span.  The gangs of its blocks go through the regions together, so
// memory is walked along whole rows of blocks rather than along one block's: in a grid-stride loop each turn reads one
// long piece, in a two-dimensional grid of narrow blocks each row does.  The blocks of a grid run in any order and any
// interleaving (CUDA C++ Programming Guide, "Thread Hierarchy"), so it is legal; what waits for other blocks isn't made
// gangs at all.
//
// A block whose gangs have nothing to do with one another may as well be split, which pays for long loops in grids of fewer
// blocks than there are workers.
//
// In a span blockIdx.x is a value of the gang, and each block has its own part of the span's shared memory.  What gangs of a
// block must decide together may then differ within the span, which gang_regions.c finds out; the kernel is done block
// by block then.  So are kernels that share memory or have barriers but no loop of which it makes one long walk: what they
// share rather stays in the first cache.
#include <assert.h>
#include <string.h>

#include "../target/nvptx.h"
#include "gang_block.h"

static bool is_block_index(LLVMValueRef instruction)
{
	return !strcmp(aw_intrinsic_register(instruction), "ctaid.x");
}

// What CALL means for a span; *BARRIER: it is one; *STEP: the blocks keep step in a loop.
static bool call_fits(LLVMValueRef call, bool *barrier, bool *step)
{
	const char *name = aw_llvm_callee_name(call);
	if (!strcmp(name, "llvm.nvvm.barrier0")) {
		*barrier = true;
		return true;
	}
	if (!strcmp(name, "aw.block.any")) {
		*step = true;
		return true;
	}
	LLVMValueRef callee = aw_llvm_callee(call);
	const struct aw_intrinsic *row = callee ? aw_intrinsic_find(callee) : NULL;
	if (row && row->uniformity == AW_UNIFORM_BLOCK && aw_starts_with(name, "llvm.nvvm.read.ptx.sreg.cluster"))
		return false;
	return row ? aw_block_call_is_pure(call) : aw_starts_with(name, "llvm.") || aw_starts_with(name, "aw.gang.");
}

// Whether FUNCTION uses GLOBAL; *STRAIGHT becomes false when it does so other than through a generic pointer.
static bool uses(LLVMValueRef function, LLVMValueRef global, bool *straight)
{
	bool used = false;
	aw_llvm_expand_constant_users(global);
	AW_FOR_USES(use, global) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAInstruction(user)) {
			*straight = false;
		} else if (aw_llvm_function_of(user) == function) {
			used = true;
			*straight = *straight && aw_llvm_is_op(user, LLVMAddrSpaceCast);
		}
	}
	return used;
}

bool aw_gang_span_fits(const struct aw_unit *unit, const struct aw_unit_form *form, bool *split)
{
	bool barrier = false, step = false, straight = true, shares = false;
	if (form->geometry != AW_CPU_GEOMETRY_FULL)
		return false;
	AW_FOR_BLOCKS(part, form->function)
		AW_FOR_INSTRUCTIONS(call, part)
			if (aw_llvm_is_op(call, LLVMCall) && !call_fits(call, &barrier, &step))
				return false;
	AW_FOR_GLOBALS(global, unit->module)
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_SHARED)
			shares |= uses(form->function, global, &straight);
	*split = (step || form->dealt) && !barrier && !shares;
	return straight && (step || (!barrier && !shares));
}

// How far the shared memory of the gang's block is from the first one's, found at the start of the function.
static LLVMValueRef make_distance(struct aw_gang_block *block)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(block->unit->context);
	LLVMValueRef place = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(block->function));
	while (aw_llvm_is_op(place, LLVMAlloca))
		place = LLVMGetNextInstruction(place);
	aw_llvm_at(builder, place);
	LLVMValueRef size = LLVMBuildZExt(builder, aw_gang_place(block, "aw.span.shared"), wide, "");
	LLVMValueRef index = LLVMBuildZExt(builder, aw_gang_place(block, "aw.gang.block"), wide, "");
	return LLVMBuildNUWMul(builder, index, size, "");
}

static void move_shared(struct aw_gang_block *block, LLVMValueRef global, LLVMValueRef *distance)
{
	AW_VEC(LLVMValueRef) casts = { 0 };
	AW_FOR_USES(use, global)
		if (aw_llvm_function_of(LLVMGetUser(use)) == block->function)
			aw_need(aw_vec_push(&casts, LLVMGetUser(use)));
	if (casts.count && !*distance)
		*distance = make_distance(block);
	block->shares |= casts.count > 0;
	for (size_t i = 0; i < casts.count; i++) {
		assert(aw_llvm_is_op(casts.items[i], LLVMAddrSpaceCast) && "others don't fit");
		aw_llvm_at(block->unit->builder, LLVMGetNextInstruction(casts.items[i]));
		LLVMTypeRef byte = LLVMInt8TypeInContext(block->unit->context);
		LLVMValueRef own = LLVMBuildInBoundsGEP2(block->unit->builder, byte, LLVMGetUndef(LLVMTypeOf(casts.items[i])), distance, 1, "");
		LLVMReplaceAllUsesWith(casts.items[i], own);
		LLVMSetOperand(own, 0, casts.items[i]);
	}
	aw_vec_finish(&casts);
}

void aw_gang_span_begin(struct aw_gang_block *block)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMValueRef distance = NULL;
	assert(block->span && block->geometry == AW_CPU_GEOMETRY_FULL);
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS_SAFE(call, part) {
			if (!is_block_index(call))
				continue;
			aw_llvm_at(builder, call);
			LLVMValueRef first = aw_gang_place(block, "aw.span.first"), own = aw_gang_place(block, "aw.gang.block");
			aw_llvm_replace(call, LLVMBuildAdd(builder, first, own, ""));
		}
	AW_FOR_GLOBALS(global, block->unit->module)
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_SHARED)
			move_shared(block, global, &distance);
}
