// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spans of several rows of blocks.  In a grid that is no wider than a span may be long, the next rows' blocks join it where a kernel asks
// for its place along y in one number only, blockIdx.y * blockDim.y + threadIdx.y: the gangs of a column of blocks are then those of one
// tall block, whose threadIdx.y goes on where the first one's blockDim.y ends, and that number is the same.  Where a kernel has a number in
// the place of blockDim.y, it holds for blocks of so many threads along y (block_y in struct aw_cpu_variant).
//
// A stencil that goes from layer to layer in blocks of 32 x 8 reads a piece of 8 KiB of each layer of 256 x 256 floats in a span of eight
// blocks, and every fourth of its rows twice; with 32 blocks it takes nine tenths of the time.
#include <string.h>

#include "gang_tall.h"

// What a value says of the place along y.
enum part {
	NOTHING, // or all of it
	BLOCK,   // blockIdx.y
	START,   // blockIdx.y * blockDim.y, and perhaps a number that says nothing
	THREAD,  // threadIdx.y, likewise
	ODD,     // what would be another number in a tall block
};

static bool is_widening(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMSExt);
}

// What FACTOR, with which PRODUCT multiplies blockIdx.y, is in the place of blockDim.y: 0 for that itself, -1 for what cannot be it.
static int64_t size_of(LLVMValueRef product, LLVMValueRef factor)
{
	int64_t number;
	bool shifted = aw_llvm_is_op(product, LLVMShl);
	while (is_widening(factor))
		factor = LLVMGetOperand(factor, 0);
	if (!strcmp(aw_intrinsic_register(factor), "ntid.y"))
		return shifted ? -1 : 0;
	if (!aw_llvm_constant(factor, &number) || number < 1 || number > 1024)
		return -1;
	return !shifted ? number : number <= 10 ? INT64_C(1) << number : -1;
}

static enum part part_of(LLVMValueRef value, unsigned depth);

static enum part part_of_sum(LLVMValueRef sum, unsigned depth)
{
	enum part a = part_of(LLVMGetOperand(sum, 0), depth), b = part_of(LLVMGetOperand(sum, 1), depth);
	if (a == NOTHING || b == NOTHING)
		return a == BLOCK || b == BLOCK ? ODD : a == NOTHING ? b : a;
	return (a == START && b == THREAD) || (a == THREAD && b == START) ? NOTHING : ODD;
}

static enum part part_of_product(LLVMValueRef product, unsigned depth)
{
	LLVMValueRef left = LLVMGetOperand(product, 0), right = LLVMGetOperand(product, 1);
	enum part a = part_of(left, depth), b = part_of(right, depth);
	if (a == NOTHING && b == NOTHING)
		return NOTHING;
	if (a == BLOCK && b == NOTHING)
		return size_of(product, right) < 0 ? ODD : START;
	return b == BLOCK && a == NOTHING && aw_llvm_is_op(product, LLVMMul) && size_of(product, left) >= 0 ? START : ODD;
}

static enum part part_of(LLVMValueRef value, unsigned depth)
{
	enum { MOST_STEPS = 12 };
	if (!LLVMIsAInstruction(value))
		return NOTHING;
	if (depth == MOST_STEPS)
		return ODD;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMCall:
		return !strcmp(aw_intrinsic_register(value), "ctaid.y") ? BLOCK :
		       !strcmp(aw_llvm_callee_name(value), "aw.gang.y") ? THREAD : NOTHING;
	case LLVMZExt:
	case LLVMSExt: return part_of(LLVMGetOperand(value, 0), depth + 1);
	case LLVMAdd: return part_of_sum(value, depth + 1);
	case LLVMMul:
	case LLVMShl: return part_of_product(value, depth + 1);
	default: return NOTHING; // whose operands have no part, if all fits
	}
}

static bool is_known(LLVMValueRef user)
{
	return is_widening(user) || aw_llvm_is_op(user, LLVMAdd) || aw_llvm_is_op(user, LLVMMul) || aw_llvm_is_op(user, LLVMShl);
}

// Whether all that is made of VALUE, which has a part, comes to the whole number; *Y as below, -1 while nothing is known.
static bool comes_together(LLVMValueRef value, int64_t *y)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		enum part part = is_known(user) ? part_of(user, 0) : ODD;
		if (part == ODD)
			return false;
		if (part == START && part_of(value, 0) == BLOCK && !is_widening(user)) {
			int64_t size = size_of(user, aw_llvm_other_operand(user, value));
			if (*y >= 0 && *y != size)
				return false;
			*y = size;
		}
		if (part != NOTHING && !comes_together(user, y))
			return false;
	}
	return true;
}

bool aw_gang_tall_fits(LLVMValueRef function, uint32_t *y)
{
	int64_t found = -1;
	AW_FOR_BLOCKS(at, function)
		AW_FOR_INSTRUCTIONS(call, at) {
			if (!aw_llvm_is_op(call, LLVMCall))
				continue;
			const char *name = aw_llvm_callee_name(call);
			if (!strcmp(name, "aw.gang.index") || !strcmp(name, "aw.gang.row") ||
			    (part_of(call, 0) != NOTHING && !comes_together(call, &found)))
				return false;
		}
	*y = found > 0 ? (uint32_t)found : 0;
	return found >= 0;
}
