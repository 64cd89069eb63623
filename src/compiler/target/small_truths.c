// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Truths of bytes and shorts.  A cell of a game, a pixel above a threshold: what is stored are numbers of 0 and 1 that several
// comparisons of numbers as small decide,
//
//     zext (n == 3 || (m != 0 && (n & -2) == 2)) to <32 x i8>
//
// Level x86-64-v4 compares to registers of masks, combines these one after another and makes numbers of them in the end, by instructions
// that go to fewer of a processor's units than what computes with vectors.  Such a truth can be a 0 or 1 from the start, as numbers
// without a sign have a subtraction that stops at 0 and a minimum:
//
//     x == c    1 -sat (x ^ c)            x < c     min(c -sat x, 1)
//     x != c    min(x ^ c, 1)             x > c     min(x -sat c, 1)
//
// and what combines them are instructions of three operands.  That's as many or fewer instructions, all of them cheap.  This comes
// behind the optimiser, which makes comparisons of such minima and differences.  Other levels have no masks but such vectors.
#include <string.h>

#include "native.h"

enum {
	LEAST_COMPARISONS = 2, // one is as cheap as a mask
	MOST_COMPARISONS = 6,
	DEEP = 6,
};

static bool is_small(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind)
		return false;
	unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(type));
	return bits == 8 || bits == 16;
}

static bool is_all(LLVMValueRef value, bool ones)
{
	return value == (ones ? LLVMConstAllOnes(LLVMTypeOf(value)) : LLVMConstNull(LLVMTypeOf(value)));
}

// Whether SELECT is `a or b` or `a and b`.
static bool is_logical(LLVMValueRef select)
{
	return aw_llvm_is_vector(LLVMGetOperand(select, 0)) &&
	       (is_all(LLVMGetOperand(select, 1), true) || is_all(LLVMGetOperand(select, 2), false));
}

static bool compares(LLVMValueRef comparison, LLVMTypeRef type)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	bool known = predicate == LLVMIntEQ || predicate == LLVMIntNE || predicate == LLVMIntULT || predicate == LLVMIntUGT;
	return known && LLVMTypeOf(LLVMGetOperand(comparison, 0)) == type;
}

// Whether MASK is made of comparisons of vectors of TYPE, and nothing else needs it; counts those.
static bool is_truth(LLVMValueRef mask, LLVMTypeRef type, unsigned depth, unsigned *count)
{
	if (!depth || !LLVMIsAInstruction(mask) || !aw_llvm_only_user(mask))
		return false;
	LLVMValueRef b = LLVMGetNumOperands(mask) > 1 ? LLVMGetOperand(mask, 1) : NULL;
	switch (LLVMGetInstructionOpcode(mask)) {
	case LLVMICmp:
		return ++*count <= MOST_COMPARISONS && compares(mask, type);
	case LLVMXor:
		if (is_all(b, true))
			return is_truth(LLVMGetOperand(mask, 0), type, depth - 1, count);
		break;
	case LLVMAnd: case LLVMOr:
		break;
	case LLVMSelect:
		if (!is_logical(mask))
			return false;
		b = is_all(b, true) ? LLVMGetOperand(mask, 2) : b;
		break;
	default:
		return false;
	}
	return is_truth(LLVMGetOperand(mask, 0), type, depth - 1, count) && is_truth(b, type, depth - 1, count);
}

static LLVMValueRef build_call(struct aw_unit *unit, const char *name, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef type = LLVMTypeOf(a);
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, name, &type, 1), both[] = { a, b };
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, both, 2, "");
}

static LLVMValueRef build_comparison(struct aw_unit *unit, LLVMValueRef comparison)
{
	LLVMValueRef a = LLVMGetOperand(comparison, 0), b = LLVMGetOperand(comparison, 1), one = aw_llvm_number(LLVMTypeOf(a), 1);
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	if (predicate == LLVMIntULT)
		return build_call(unit, "llvm.umin", build_call(unit, "llvm.usub.sat", b, a), one);
	if (predicate == LLVMIntUGT)
		return build_call(unit, "llvm.umin", build_call(unit, "llvm.usub.sat", a, b), one);
	LLVMValueRef differs = is_all(b, false) ? a : LLVMBuildXor(unit->builder, a, b, "");
	return predicate == LLVMIntEQ ? build_call(unit, "llvm.usub.sat", one, differs) : build_call(unit, "llvm.umin", differs, one);
}

// MASK as numbers of 0 and 1, where the builder stands.
static LLVMValueRef build_truth(struct aw_unit *unit, LLVMValueRef mask)
{
	LLVMBuilderRef builder = unit->builder;
	if (LLVMIsAICmpInst(mask))
		return build_comparison(unit, mask);
	LLVMValueRef a = build_truth(unit, LLVMGetOperand(mask, 0)), b = LLVMGetOperand(mask, 1);
	if (aw_llvm_is_op(mask, LLVMXor) && is_all(b, true))
		return LLVMBuildXor(builder, a, aw_llvm_number(LLVMTypeOf(a), 1), "");
	if (!LLVMIsASelectInst(mask))
		return LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(mask), a, build_truth(unit, b), "");
	bool either = is_all(b, true); // what isn't chosen may be poison
	b = LLVMBuildFreeze(builder, build_truth(unit, either ? LLVMGetOperand(mask, 2) : b), "");
	return either ? LLVMBuildOr(builder, a, b, "") : LLVMBuildAnd(builder, a, b, "");
}

bool aw_pass_small_truths(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) == 0 || strcmp(unit->target, "x86-64-v4") != 0)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(number, block) {
				unsigned count = 0;
				if (!LLVMIsAZExtInst(number) || !is_small(LLVMTypeOf(number)) ||
				    !is_truth(LLVMGetOperand(number, 0), LLVMTypeOf(number), DEEP, &count) || count < LEAST_COMPARISONS)
					continue;
				LLVMValueRef mask = LLVMGetOperand(number, 0);
				aw_llvm_at(unit->builder, number);
				aw_llvm_replace(number, build_truth(unit, mask));
				aw_llvm_erase_unused(mask);
				changed = true;
			}
	return changed;
}
