// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signs that LLVM asks for together.  Many a guard asks whether a cell lies before the first one, too,
//
//     if (x < 0 || y < 0 || x >= width || y >= height)
//         return;
//
// of which LLVM makes `(x | y) < 0`: of such a number nothing is known from lane to lane, where of x it's known that it goes up by one
// and of y that all lanes have the same.  So each number is asked for its sign again, where that is known of them.
#include "simd.h"

enum { DEEP = 4 };

// Whether COMPARISON asks whether numbers that are joined are negative, or that they aren't.
static bool asks_sign(LLVMValueRef comparison, bool *negative)
{
	int64_t bound;
	if (!LLVMIsAICmpInst(comparison) || !aw_llvm_constant(LLVMGetOperand(comparison, 1), &bound))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	*negative = predicate == LLVMIntSLT;
	LLVMValueRef joined = LLVMGetOperand(comparison, 0);
	return ((*negative && bound == 0) || (predicate == LLVMIntSGT && bound == -1)) && aw_llvm_integer_bits(joined) &&
	       LLVMIsAInstruction(joined) && aw_llvm_is_op(joined, LLVMOr);
}

static bool has_candidate(LLVMValueRef function)
{
	bool negative;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (asks_sign(instruction, &negative))
				return true;
	return false;
}

static bool is_joined(LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && aw_llvm_is_op(value, LLVMOr) && aw_llvm_only_user(value);
}

// Whether all numbers that are joined in VALUE are alike for all lanes or go up or down by the same from one to the next; notes whether
// there are such.
static bool are_known(const struct aw_uniformity *u, LLVMValueRef value, unsigned depth, bool *strided)
{
	if (is_joined(value))
		return depth && are_known(u, LLVMGetOperand(value, 0), depth - 1, strided) &&
		       are_known(u, LLVMGetOperand(value, 1), depth - 1, strided);
	struct aw_shape shape = aw_uniformity_shape(u, value);
	*strided |= shape.kind == AW_SHAPE_STRIDED;
	return aw_shape_is_uniform(shape) || shape.kind == AW_SHAPE_STRIDED;
}

static LLVMValueRef build_signs(LLVMBuilderRef builder, LLVMValueRef value, bool negative)
{
	if (!is_joined(value)) {
		LLVMTypeRef type = LLVMTypeOf(value);
		return LLVMBuildICmp(builder, negative ? LLVMIntSLT : LLVMIntSGT, value, negative ? LLVMConstNull(type) : LLVMConstAllOnes(type), "");
	}
	LLVMValueRef a = build_signs(builder, LLVMGetOperand(value, 0), negative);
	LLVMValueRef b = build_signs(builder, LLVMGetOperand(value, 1), negative);
	return negative ? LLVMBuildOr(builder, a, b, "") : LLVMBuildAnd(builder, a, b, "");
}

bool aw_simd_part_signs(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct aw_uniformity u;
	bool changed = false, negative;
	if (!has_candidate(function))
		return false;
	aw_uniformity_init(&u, unit, function, gang);
	for (uint32_t block = 0; block < u.cfg.count; block++)
		AW_FOR_INSTRUCTIONS_SAFE(comparison, u.cfg.blocks[block]) {
			bool strided = false;
			if (!asks_sign(comparison, &negative))
				continue;
			LLVMValueRef joined = LLVMGetOperand(comparison, 0);
			if (!is_joined(joined) || !are_known(&u, joined, DEEP, &strided) || !strided)
				continue;
			aw_llvm_at(unit->builder, comparison);
			aw_llvm_replace(comparison, build_signs(unit->builder, joined, negative));
			aw_llvm_erase_unused(joined);
			changed = true;
		}
	aw_uniformity_finish(&u);
	return changed;
}
