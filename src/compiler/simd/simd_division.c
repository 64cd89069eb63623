// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of 32 bits, for which there is no vector instruction: LLVM takes lanes out, divides each, and puts
// them back.  A double holds each such number, so the lanes are divided as doubles.  A quotient a / b that is no whole number is at
// least 1 / b below the next one, which is more than 2^-34 of it, and a double is rounded by at most 2^-53 of itself: it doesn't get there.
//
// By a divisor that all lanes share it is a product with r = 1 / b, made greater by 2^-51 of itself.  All that is rounded takes
// less than that away, so the product is never below a quotient that is a whole number; and it is above any by less than
// 2^-49 of it, which doesn't reach the next whole number (after Granlund and Montgomery, "Division by Invariant Integers using
// Multiplication", 1994).  LLVM takes r out of loops.
//
// Lanes that don't run may hold a divisor of 0, which gives no number, and a conversion of that is poison, hence the freeze; for
// the others it is defined before (lower_semantics.c).
#include "simd.h"

#include <assert.h>
#include <string.h>

static bool is_signed(LLVMOpcode opcode)
{
	return opcode == LLVMSDiv || opcode == LLVMSRem;
}

static LLVMValueRef to_double(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef value)
{
	bool vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
	LLVMTypeRef type = LLVMDoubleTypeInContext(simd->unit->context);
	return LLVMBuildCast(simd->builder, is_signed(opcode) ? LLVMSIToFP : LLVMUIToFP, value, vector ? aw_simd_type(simd, type) : type, "");
}

// What lanes are multiplied by in place of a division by DIVISOR.
static LLVMValueRef reciprocal(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef divisor)
{
	LLVMTypeRef type = LLVMDoubleTypeInContext(simd->unit->context);
	LLVMValueRef nearest = LLVMBuildFDiv(simd->builder, LLVMConstReal(type, 1), to_double(simd, opcode, divisor), "");
	return aw_simd_splat(simd, LLVMBuildFMul(simd->builder, nearest, LLVMConstReal(type, 1 + 0x1p-51), ""));
}

LLVMValueRef aw_simd_divide(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef a, struct aw_simd_value b)
{
	const char *target = simd->unit->target;
	LLVMTypeRef type = LLVMTypeOf(a);
	bool has_vectors = !strcmp(target, "x86-64-v4") || !strcmp(target, "x86-64-v3");
	assert(LLVMGetTypeKind(type) == LLVMVectorTypeKind);
	if (!has_vectors || LLVMGetIntTypeWidth(LLVMGetElementType(type)) != 32 || LLVMIsConstant(b.value))
		return NULL;
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef divisor = aw_simd_vector(simd, b), dividend = to_double(simd, opcode, a);
	LLVMValueRef quotient = aw_shape_is_uniform(b.shape) ?
	                        LLVMBuildFMul(builder, dividend, reciprocal(simd, opcode, b.value), "") :
	                        LLVMBuildFDiv(builder, dividend, to_double(simd, opcode, divisor), "");
	LLVMValueRef whole = LLVMBuildCast(builder, is_signed(opcode) ? LLVMFPToSI : LLVMFPToUI, quotient, type, "");
	whole = LLVMBuildFreeze(builder, whole, "");
	if (opcode == LLVMSDiv || opcode == LLVMUDiv)
		return whole;
	return LLVMBuildSub(builder, a, LLVMBuildMul(builder, whole, divisor, ""), "");
}
