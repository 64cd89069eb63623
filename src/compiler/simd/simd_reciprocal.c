// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 1 / sqrt(x), as rsqrtf has it, without the division.  Roots and divisions of sixteen floats share one slow unit, which
// has nothing else to do.  A reciprocal is refined from the processor's estimate y of 14 bits on those for multiplication,
// and is the same to the last bit as the division's:
//
//     e = 1 - s y,   z = y + e y, rounded up
//     f = 1 - s z,   z + f z
//
// The last step gives the nearest float from either neighbour of 1/s, but where the significand of s is all ones
// (P. Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor", 1990, theorem 7.2), and there
// from the upper one, hence the rounding.  No product overflows or becomes subnormal, since s is a root: between 2^-75 and
// 2^64, or 0, infinite or no number, where e is none and the estimate is right.
//
// tests/kernels/roots.cu compares all roots.
#include "simd.h"

#include <assert.h>
#include <string.h>

static bool is_root(LLVMValueRef value)
{
	return aw_starts_with(aw_llvm_callee_name(value), "llvm.sqrt.");
}

static bool is_sixteen_floats(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == 16 &&
	       LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind;
}

static LLVMValueRef splat(LLVMTypeRef type, double number)
{
	LLVMValueRef items[16];
	for (unsigned i = 0; i < 16; i++)
		items[i] = LLVMConstReal(LLVMGetElementType(type), number);
	return LLVMConstVector(items, 16);
}

static LLVMValueRef estimate(struct aw_unit *unit, LLVMValueRef root)
{
	LLVMValueRef all = LLVMConstAllOnes(LLVMInt16TypeInContext(unit->context));
	LLVMValueRef arguments[] = { root, LLVMConstNull(LLVMTypeOf(root)), all };
	return aw_llvm_call(unit->builder, unit->module, "llvm.x86.avx512.rcp14.ps.512", LLVMTypeOf(root), arguments, 3);
}

// A * B + C, rounded to nearest or up.
static LLVMValueRef multiply_add(struct aw_unit *unit, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c, bool up)
{
	enum { UP = 2, QUIET = 8 };
	LLVMValueRef arguments[] = { a, b, c, LLVMConstInt(LLVMInt32TypeInContext(unit->context), UP | QUIET, false) };
	if (up)
		return aw_llvm_call(unit->builder, unit->module, "llvm.x86.avx512.vfmadd.ps.512", LLVMTypeOf(a), arguments, 4);
	return aw_llvm_call(unit->builder, unit->module, "llvm.fma.v16f32", LLVMTypeOf(a), arguments, 3);
}

static LLVMValueRef reciprocal(struct aw_unit *unit, LLVMValueRef root)
{
	assert(is_root(root) && is_sixteen_floats(LLVMTypeOf(root)));
	LLVMBuilderRef b = unit->builder;
	LLVMValueRef one = splat(LLVMTypeOf(root), 1), minus = LLVMBuildFNeg(b, root, "");
	LLVMValueRef first = estimate(unit, root), rest = multiply_add(unit, minus, first, one, false);
	LLVMValueRef second = multiply_add(unit, rest, first, first, true);
	LLVMValueRef third = multiply_add(unit, multiply_add(unit, minus, second, one, false), second, second, false);
	return LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealORD, rest, rest, ""), third, first, "");
}

bool aw_simd_refine_reciprocals(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	if (strcmp(unit->target, "x86-64-v4"))
		return false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(division, block) {
			LLVMTypeRef type = LLVMTypeOf(division);
			if (!aw_llvm_is_op(division, LLVMFDiv) || !is_sixteen_floats(type) || !is_root(LLVMGetOperand(division, 1)) ||
			    LLVMGetOperand(division, 0) != splat(type, 1))
				continue;
			aw_llvm_at(unit->builder, division);
			aw_llvm_replace(division, reciprocal(unit, LLVMGetOperand(division, 1)));
			changed = true;
		}
	return changed;
}
