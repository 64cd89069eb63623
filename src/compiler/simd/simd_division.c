// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders, for which there is no vector instruction: LLVM takes lanes out, divides each, and puts them back.
//
// A double holds each number of 32 bits, so the lanes are divided as doubles.  A quotient a / b that is no whole number is at
// least 1 / b below the next one, which is more than 2^-34 of it, and a double is rounded by at most 2^-53 of itself: it doesn't get there.
//
// By a divisor that all lanes share it is a product with r = 1 / b, made greater by 2^-51 of itself.  All that is rounded takes
// less than that away, so the product is never below a quotient that is a whole number; and it is above any by less than
// 2^-49 of it, which doesn't reach the next whole number (after Granlund and Montgomery, "Division by Invariant Integers using
// Multiplication", 1994).  LLVM takes r out of loops.
//
// Of numbers of 64 bits a double holds those of 52, which indices are.  Behind a test whether all lanes have such, unless that is known,
// these are divided as doubles, too: a quotient below 2^52 that is no whole number is at least 2^-52 of itself below the next one.  A
// number n becomes a double as the low bits of 2^52 + n, or with a sign of 2^52 + 2^51 + n, and back, which takes two instructions where
// AVX2 has none.
//
// Lanes that don't run may hold a divisor of 0, which gives no number, and a conversion of that is poison, hence the freeze; for
// the others it is defined before (lower_semantics.c).
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/shape_rules.h"

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

static bool is_quotient(LLVMOpcode opcode)
{
	return opcode == LLVMSDiv || opcode == LLVMUDiv;
}

// --- 32 bits ---

static LLVMValueRef divide_short(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef a, struct aw_simd_value b)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef type = LLVMTypeOf(a);
	LLVMValueRef divisor = aw_simd_vector(simd, b), dividend = to_double(simd, opcode, a);
	LLVMValueRef quotient = aw_shape_is_uniform(b.shape) ?
	                        LLVMBuildFMul(builder, dividend, reciprocal(simd, opcode, b.value), "") :
	                        LLVMBuildFDiv(builder, dividend, to_double(simd, opcode, divisor), "");
	LLVMValueRef whole = LLVMBuildCast(builder, is_signed(opcode) ? LLVMFPToSI : LLVMFPToUI, quotient, type, "");
	whole = LLVMBuildFreeze(builder, whole, "");
	if (is_quotient(opcode))
		return whole;
	return LLVMBuildSub(builder, a, LLVMBuildMul(builder, whole, divisor, ""), "");
}

// --- 64 bits ---

enum { BITS = 52 }; // of a double behind the leading one

// What numbers of 52 bits are added to, so that they are a double's low bits: as a number (BITS of the double) or the double.
static LLVMValueRef offset(struct aw_simd *simd, LLVMOpcode opcode, bool as_bits)
{
	LLVMTypeRef type = LLVMDoubleTypeInContext(simd->unit->context);
	LLVMValueRef number = LLVMConstReal(type, is_signed(opcode) ? 0x1.8p52 : 0x1p52);
	return aw_simd_splat(simd, as_bits ? LLVMConstBitCast(number, aw_simd_integer(simd, 64)) : number);
}

static LLVMValueRef double_of(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef value)
{
	LLVMTypeRef type = aw_simd_type(simd, LLVMDoubleTypeInContext(simd->unit->context));
	LLVMValueRef bits = LLVMBuildAdd(simd->builder, value, offset(simd, opcode, true), "");
	return LLVMBuildFSub(simd->builder, LLVMBuildBitCast(simd->builder, bits, type, ""), offset(simd, opcode, false), "");
}

static LLVMValueRef number_of(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef whole)
{
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, 64));
	LLVMValueRef sum = LLVMBuildFAdd(simd->builder, whole, offset(simd, opcode, false), "");
	return LLVMBuildSub(simd->builder, LLVMBuildBitCast(simd->builder, sum, type, ""), offset(simd, opcode, true), "");
}

// Whether all that VALUE, scalar code's, can be is among the numbers that doubles hold.
static bool is_known_small(LLVMOpcode opcode, LLVMValueRef value)
{
	int64_t low, high, half = INT64_C(1) << (BITS - 1);
	if (!is_signed(opcode))
		return aw_bounds_highest(value) < (uint64_t)half * 2;
	aw_bounds_signed(value, &low, &high);
	return low >= -half && high < half;
}

// What has no bit from 52 on in a lane whose VALUE is among those numbers.
static LLVMValueRef beyond(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef value)
{
	LLVMValueRef half = aw_simd_splat(simd, aw_simd_number(simd, 64, UINT64_C(1) << (BITS - 1)));
	return is_signed(opcode) ? LLVMBuildAdd(simd->builder, value, half, "") : value;
}

// i1: whether all lanes of A and B are among them; NULL: that is known.
static LLVMValueRef are_small(struct aw_simd *simd, LLVMValueRef old, LLVMValueRef a, LLVMValueRef b)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
	LLVMValueRef bits = NULL, each[] = { a, b };
	for (unsigned i = 0; i < 2; i++)
		if (!is_known_small(opcode, LLVMGetOperand(old, i))) {
			LLVMValueRef more = beyond(simd, opcode, LLVMBuildFreeze(builder, each[i], ""));
			bits = bits ? LLVMBuildOr(builder, bits, more, "") : more;
		}
	if (!bits)
		return NULL;
	LLVMTypeRef type = LLVMTypeOf(bits);
	bits = LLVMBuildAnd(builder, bits, aw_simd_splat(simd, aw_simd_number(simd, 64, UINT64_MAX << BITS)), "");
	bits = aw_simd_intrinsic(simd, "llvm.vector.reduce.or", &type, 1, &bits, 1);
	return LLVMBuildICmp(builder, LLVMIntEQ, bits, aw_simd_number(simd, 64, 0), "");
}

static LLVMValueRef divide_small(struct aw_simd *simd, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef type = aw_simd_type(simd, LLVMDoubleTypeInContext(simd->unit->context));
	LLVMValueRef dividend = double_of(simd, opcode, a), divisor = double_of(simd, opcode, b);
	LLVMValueRef quotient = LLVMBuildFDiv(simd->builder, dividend, divisor, "");
	LLVMValueRef whole = aw_simd_intrinsic(simd, "llvm.trunc", &type, 1, &quotient, 1);
	if (is_quotient(opcode))
		return number_of(simd, opcode, whole);
	LLVMValueRef factors[] = { LLVMBuildFNeg(simd->builder, whole, ""), divisor, dividend };
	return number_of(simd, opcode, aw_simd_intrinsic(simd, "llvm.fma", &type, 1, factors, 3));
}

// Of lanes that MASK, which may be NULL, has not, the divisor may be 0.
static LLVMValueRef divide_long(struct aw_simd *simd, LLVMValueRef old, LLVMValueRef a, LLVMValueRef b, LLVMValueRef mask)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
	LLVMValueRef small = are_small(simd, old, a, b), results[2];
	if (!small)
		return divide_small(simd, opcode, a, b);
	LLVMBasicBlockRef done = aw_simd_block(simd, "divided"), each = aw_simd_block(simd, "divide.each");
	LLVMBasicBlockRef fast = aw_simd_block(simd, "divide"), from[] = { fast, each };
	LLVMBuildCondBr(builder, small, fast, each);
	LLVMPositionBuilderAtEnd(builder, fast);
	results[0] = divide_small(simd, opcode, a, b);
	LLVMBuildBr(builder, done);
	LLVMPositionBuilderAtEnd(builder, each);
	if (mask)
		b = aw_simd_select(simd, mask, b, aw_simd_splat(simd, aw_simd_number(simd, 64, 1)));
	results[1] = LLVMBuildBinOp(builder, opcode, a, b, "");
	LLVMBuildBr(builder, done);
	LLVMPositionBuilderAtEnd(builder, done);
	LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(a), "");
	LLVMAddIncoming(phi, results, from, 2);
	return phi;
}

LLVMValueRef aw_simd_divide(struct aw_simd *simd, LLVMValueRef old, LLVMValueRef a, struct aw_simd_value b, LLVMValueRef mask)
{
	const char *target = simd->unit->target;
	LLVMTypeRef type = LLVMTypeOf(a);
	bool has_vectors = !strcmp(target, "x86-64-v4") || !strcmp(target, "x86-64-v3");
	assert(LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetNumOperands(old) == 2);
	if (!has_vectors || LLVMIsConstant(b.value))
		return NULL;
	switch (LLVMGetIntTypeWidth(LLVMGetElementType(type))) {
	case 32: return divide_short(simd, LLVMGetInstructionOpcode(old), a, b);
	case 64: return divide_long(simd, old, a, aw_simd_vector(simd, b), mask);
	default: return NULL;
	}
}
