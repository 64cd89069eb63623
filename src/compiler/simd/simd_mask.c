// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks: which lanes of a gang are active.  A mask is <W x i1>, which LLVM's x86 back end keeps in a mask
// register (AVX-512) or in the sign bits of a vector, and turns into an integer with one instruction when a
// bitcast asks for it; so questions about a mask as a whole are asked of that integer.  NULL, the mask of
// all lanes, makes constants.
#include "simd.h"

#include <assert.h>
#include <string.h>

LLVMTypeRef aw_simd_mask_type(struct aw_simd *simd)
{
	return LLVMVectorType(aw_simd_integer(simd, 1), simd->gang.width);
}

LLVMValueRef aw_simd_full(struct aw_simd *simd)
{
	return LLVMConstAllOnes(aw_simd_mask_type(simd));
}

LLVMValueRef aw_simd_mask(struct aw_simd *simd, LLVMValueRef mask)
{
	assert(!mask || LLVMTypeOf(mask) == aw_simd_mask_type(simd));
	return mask ? mask : aw_simd_full(simd);
}

static bool is_full(struct aw_simd *simd, LLVMValueRef mask)
{
	return !mask || mask == aw_simd_full(simd);
}

// The mask as an integer of W bits.
static LLVMValueRef packed(struct aw_simd *simd, LLVMValueRef mask)
{
	assert(LLVMTypeOf(mask) == aw_simd_mask_type(simd));
	return LLVMBuildBitCast(simd->builder, mask, aw_simd_integer(simd, simd->gang.width), "");
}

LLVMValueRef aw_simd_any(struct aw_simd *simd, LLVMValueRef mask)
{
	if (is_full(simd, mask) || LLVMIsNull(mask))
		return aw_simd_number(simd, 1, is_full(simd, mask));
	return LLVMBuildICmp(simd->builder, LLVMIntNE, packed(simd, mask),
	                     aw_simd_number(simd, simd->gang.width, 0), "");
}

LLVMValueRef aw_simd_all(struct aw_simd *simd, LLVMValueRef mask)
{
	if (is_full(simd, mask) || LLVMIsNull(mask))
		return aw_simd_number(simd, 1, is_full(simd, mask));
	return LLVMBuildICmp(simd->builder, LLVMIntEQ, packed(simd, mask),
	                     LLVMConstAllOnes(aw_simd_integer(simd, simd->gang.width)), "");
}

LLVMValueRef aw_simd_bits(struct aw_simd *simd, LLVMValueRef mask)
{
	if (is_full(simd, mask))
		return aw_simd_number(simd, 32, UINT32_MAX >> (32 - simd->gang.width));
	if (LLVMIsNull(mask))
		return aw_simd_number(simd, 32, 0);
	return LLVMBuildZExt(simd->builder, packed(simd, mask), aw_simd_integer(simd, 32), "");
}

LLVMValueRef aw_simd_of_bits(struct aw_simd *simd, LLVMValueRef bits)
{
	assert(LLVMTypeOf(bits) == aw_simd_integer(simd, 32));
	if (!strcmp(simd->unit->target, "x86-64-v4")) {
		LLVMValueRef narrow = LLVMBuildTrunc(simd->builder, bits, aw_simd_integer(simd, simd->gang.width), "");
		return LLVMBuildBitCast(simd->builder, narrow, aw_simd_mask_type(simd), "");
	}
	// Without mask registers LLVM would go bit by bit.
	LLVMTypeRef type = aw_simd_integer(simd, 32);
	LLVMValueRef one = aw_simd_splat(simd, aw_simd_number(simd, 32, 1)), all = aw_simd_splat(simd, bits);
	LLVMValueRef own = LLVMBuildShl(simd->builder, one, aw_simd_iota(simd, type), "");
	LLVMValueRef set = LLVMBuildAnd(simd->builder, all, own, "");
	return LLVMBuildICmp(simd->builder, LLVMIntNE, set, LLVMConstNull(LLVMTypeOf(set)), "");
}

// cttz or ctlz of an i32 that isn't 0.
static LLVMValueRef count_zeros(struct aw_simd *simd, const char *name, LLVMValueRef bits)
{
	LLVMTypeRef type = aw_simd_integer(simd, 32);
	LLVMValueRef arguments[] = { bits, aw_simd_number(simd, 1, true) };
	return aw_simd_intrinsic(simd, name, &type, 1, arguments, 2);
}

// A bit is set beside those of the mask, on the side where it changes nothing unless the mask is empty, because
// nothing may be made of a count of zeros in 0.
LLVMValueRef aw_simd_first(struct aw_simd *simd, LLVMValueRef mask)
{
	if (is_full(simd, mask))
		return aw_simd_number(simd, 32, 0);
	LLVMValueRef top = aw_simd_number(simd, 32, 1u << (simd->gang.width - 1));
	LLVMValueRef bits = LLVMBuildOr(simd->builder, aw_simd_bits(simd, mask), top, "");
	return count_zeros(simd, "llvm.cttz", bits);
}

LLVMValueRef aw_simd_last(struct aw_simd *simd, LLVMValueRef mask)
{
	if (is_full(simd, mask))
		return aw_simd_number(simd, 32, simd->gang.width - 1);
	LLVMValueRef bits = LLVMBuildOr(simd->builder, aw_simd_bits(simd, mask), aw_simd_number(simd, 32, 1), "");
	return LLVMBuildXor(simd->builder, count_zeros(simd, "llvm.ctlz", bits), aw_simd_number(simd, 32, 31), "");
}

// The bits that are left go from turn to turn; each turn takes the lowest away.
void aw_simd_lanes_begin(struct aw_simd *simd, LLVMValueRef mask, struct aw_simd_lanes *loop)
{
	LLVMBasicBlockRef before = LLVMGetInsertBlock(simd->builder);
	assert(!LLVMGetBasicBlockTerminator(before));
	loop->done = aw_simd_block(simd, "lanes.done");
	loop->body = aw_simd_block(simd, "lane");
	LLVMValueRef bits = aw_simd_bits(simd, mask);
	LLVMBuildCondBr(simd->builder, aw_simd_any(simd, mask), loop->body, loop->done);
	LLVMPositionBuilderAtEnd(simd->builder, loop->body);
	loop->bits = LLVMBuildPhi(simd->builder, aw_simd_integer(simd, 32), "lanes");
	LLVMAddIncoming(loop->bits, &bits, &before, 1);
	loop->lane = count_zeros(simd, "llvm.cttz", loop->bits);
}

void aw_simd_lanes_end(struct aw_simd *simd, struct aw_simd_lanes *loop)
{
	LLVMBasicBlockRef latch = LLVMGetInsertBlock(simd->builder);
	LLVMValueRef lower = LLVMBuildSub(simd->builder, loop->bits, aw_simd_number(simd, 32, 1), "");
	LLVMValueRef left = LLVMBuildAnd(simd->builder, loop->bits, lower, "");
	LLVMValueRef more = LLVMBuildICmp(simd->builder, LLVMIntNE, left, aw_simd_number(simd, 32, 0), "");
	LLVMBuildCondBr(simd->builder, more, loop->body, loop->done);
	LLVMAddIncoming(loop->bits, &left, &latch, 1);
	LLVMPositionBuilderAtEnd(simd->builder, loop->done);
}
