// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds by which whole gangs go one way, though what is compared differs among lanes: with
//
//     group = thread / 4                    // eight groups in a warp
//     if (group < count / 8 * 8)
//
// all groups of a warp are on one side of the bound, which is a multiple of 8.  So a group may as well be compared as
// the first one of its warp, which the analysis sees to be the same for all lanes:
//
//     if ((thread & ~31) / 4 < count / 8 * 8)
//
// It is the same for any thread: what is cut off is less than what the bound is a multiple of.
#include "simd.h"

#include <assert.h>

#include "../analysis/shape_rules.h"

// Whether VALUE is a number without its COUNT low bits: shifted to the right, or divided where that is the same.
static bool is_shifted(LLVMValueRef value, int64_t *count)
{
	int64_t number;
	LLVMTypeRef type = LLVMTypeOf(value);
	if (!LLVMIsAInstruction(value) || !LLVMIsABinaryOperator(value) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
	    LLVMGetIntTypeWidth(type) > 64 || !aw_llvm_constant(LLVMGetOperand(value, 1), &number) || number <= 0)
		return false;
	unsigned bits = LLVMGetIntTypeWidth(type);
	*count = __builtin_ctzll((uint64_t)number);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAShr: case LLVMLShr:
		*count = number;
		return number < bits;
	case LLVMUDiv:
		return !(number & (number - 1));
	case LLVMSDiv:
		return !(number & (number - 1)) && aw_bounds_highest(LLVMGetOperand(value, 0)) <= UINT64_MAX >> (65 - bits);
	default:
		return false;
	}
}

// Which operand of COMPARISON, as "less than" or its opposite, has the bound on the other side; -1: it is none such.
static int compared_side(LLVMValueRef comparison)
{
	int64_t count;
	if (!LLVMIsAICmpInst(comparison))
		return -1;
	switch (LLVMGetICmpPredicate(comparison)) {
	case LLVMIntULT: case LLVMIntUGE: case LLVMIntSLT: case LLVMIntSGE:
		return is_shifted(LLVMGetOperand(comparison, 0), &count) ? 0 : -1;
	case LLVMIntUGT: case LLVMIntULE: case LLVMIntSGT: case LLVMIntSLE:
		return is_shifted(LLVMGetOperand(comparison, 1), &count) ? 1 : -1;
	default:
		return -1;
	}
}

static bool has_candidate(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (compared_side(instruction) >= 0)
				return true;
	return false;
}

// The low bits in which the lanes of SHAPE differ, lane 0's being 0; 0: unknown.
static unsigned differing_bits(const struct aw_uniformity *u, struct aw_shape shape)
{
	uint64_t reach;
	if (shape.kind != AW_SHAPE_STRIDED || shape.stride < 0 ||
	    __builtin_mul_overflow((uint64_t)shape.stride, u->gang.width - 1, &reach))
		return 0;
	unsigned bits = 64 - (unsigned)__builtin_clzll(reach);
	return bits <= shape.aligned ? bits : 0;
}

static bool make_even(struct aw_unit *unit, const struct aw_uniformity *u, LLVMValueRef comparison)
{
	int side = compared_side(comparison);
	if (side < 0)
		return false;
	int64_t count = 0;
	LLVMValueRef value = LLVMGetOperand(comparison, (unsigned)side), number = LLVMGetOperand(value, 0);
	struct aw_shape bound = aw_uniformity_shape(u, LLVMGetOperand(comparison, 1 - (unsigned)side));
	LLVMTypeRef type = LLVMTypeOf(number);
	bool shifted = is_shifted(value, &count);
	unsigned bits = differing_bits(u, aw_uniformity_shape(u, number));
	assert(shifted);
	// Where nothing is left of what differs, the analysis sees it by itself.
	if (!shifted || !aw_shape_is_uniform(bound) || bits <= count || bits >= LLVMGetIntTypeWidth(type) || bound.aligned < bits - count)
		return false;
	aw_llvm_at(unit->builder, comparison);
	LLVMValueRef even = LLVMBuildAnd(unit->builder, number, LLVMConstInt(type, ~(uint64_t)0 << bits, false), "");
	even = LLVMBuildBinOp(unit->builder, LLVMGetInstructionOpcode(value), even, LLVMGetOperand(value, 1), "");
	LLVMSetOperand(comparison, (unsigned)side, even);
	return true;
}

bool aw_simd_even_bounds(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct aw_uniformity u;
	bool changed = false;
	if (!has_candidate(function))
		return false;
	aw_uniformity_init(&u, unit, function, gang);
	for (uint32_t block = 0; block < u.cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, u.cfg.blocks[block])
			changed |= make_even(unit, &u, instruction);
	aw_uniformity_finish(&u);
	return changed;
}
