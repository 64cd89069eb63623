// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential functions end with a number times a power of two, which is too far off for one multiplication: the library
// (devlib/math/scaled.cu) makes the two powers from bits and multiplies twice, ten instructions for a vector.  AVX-512 has one for
// it, vscalef.  On level x86-64-v4 the library's functions become LLVM's ldexp, which stays one operation while kernels become
// gangs, and that becomes vscalef: it is ldexp for all numbers, with one rounding.  (LLVM 19 would call libm for each lane.)
#include <string.h>

#include "native.h"

static const char *const names[] = { "__aw_scaled_f32", "__aw_scaled_f64" };

static bool has_instruction(const struct aw_unit *unit)
{
	return !strcmp(unit->target, "x86-64-v4");
}

// --- the library's functions ---

static void call_ldexp(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMValueRef arguments[] = { LLVMGetParam(function, 0), LLVMGetParam(function, 1) };
	LLVMTypeRef types[] = { LLVMTypeOf(arguments[0]), LLVMTypeOf(arguments[1]) };
	LLVMValueRef ldexp = aw_llvm_intrinsic(unit->module, "llvm.ldexp", types, 2);
	LLVMBasicBlockRef old = LLVMGetEntryBasicBlock(function), body = LLVMInsertBasicBlockInContext(unit->context, old, "");
	LLVMPositionBuilderAtEnd(unit->builder, body);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMBuildRet(unit->builder, LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(ldexp), ldexp, arguments, 2, ""));
	aw_llvm_erase_block(old);
}

bool aw_pass_scaling(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(unit->module, names[i]);
		if (!function || !aw_llvm_is_defined(function))
			continue;
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("noinline"));
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "alwaysinline");
		if (has_instruction(unit))
			call_ldexp(unit, function);
		changed = true;
	}
	return changed;
}

// --- ldexp ---

struct scaling {
	struct aw_unit *unit;
	LLVMTypeRef element; // float or double
	unsigned lanes;      // of a register
};

static LLVMValueRef number(const struct scaling *scaling, unsigned bits, uint64_t value)
{
	return LLVMConstInt(LLVMIntTypeInContext(scaling->unit->context, bits), value, false);
}

// COUNT lanes of VECTOR from FIRST on; those that it hasn't are poison.
static LLVMValueRef lanes_of(const struct scaling *scaling, LLVMValueRef vector, unsigned first, unsigned count)
{
	enum { MOST = 64 };
	LLVMValueRef from[MOST], none = LLVMGetPoison(LLVMInt32TypeInContext(scaling->unit->context));
	unsigned all = LLVMGetVectorSize(LLVMTypeOf(vector));
	for (unsigned i = 0; i < count && i < MOST; i++)
		from[i] = first + i < all ? number(scaling, 32, first + i) : none;
	LLVMValueRef order = LLVMConstVector(from, count);
	return LLVMBuildShuffleVector(scaling->unit->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), order, "");
}

// Of one register: VALUES times two to the power of POWERS, both of numbers as they are scaled.
static LLVMValueRef scale_register(const struct scaling *scaling, LLVMValueRef values, LLVMValueRef powers)
{
	enum { ROUND_AS_USUAL = 4 };
	bool single = LLVMGetTypeKind(scaling->element) == LLVMFloatTypeKind;
	LLVMValueRef arguments[] = { values, powers, LLVMGetPoison(LLVMTypeOf(values)),
		                     number(scaling, scaling->lanes, ~UINT64_C(0) >> (64 - scaling->lanes)), number(scaling, 32, ROUND_AS_USUAL) };
	const char *name = single ? "llvm.x86.avx512.mask.scalef.ps.512" : "llvm.x86.avx512.mask.scalef.pd.512";
	LLVMValueRef function = aw_llvm_intrinsic(scaling->unit->module, name, NULL, 0);
	return LLVMBuildCall2(scaling->unit->builder, LLVMGlobalGetValueType(function), function, arguments, 5, "");
}

// RESULT with the lanes of PART from FIRST on.
static LLVMValueRef put(const struct scaling *scaling, LLVMValueRef result, LLVMValueRef part, unsigned first)
{
	for (unsigned i = 0; i < scaling->lanes && first + i < LLVMGetVectorSize(LLVMTypeOf(result)); i++) {
		LLVMValueRef lane = LLVMBuildExtractElement(scaling->unit->builder, part, number(scaling, 32, i), "");
		result = LLVMBuildInsertElement(scaling->unit->builder, result, lane, number(scaling, 32, first + i), "");
	}
	return result;
}

static LLVMValueRef scale(struct aw_unit *unit, LLVMValueRef value, LLVMValueRef power)
{
	LLVMBuilderRef builder = unit->builder;
	LLVMTypeRef type = LLVMTypeOf(value);
	bool is_vector = aw_llvm_is_vector(value);
	struct scaling scaling = { .unit = unit, .element = is_vector ? LLVMGetElementType(type) : type };
	scaling.lanes = LLVMGetTypeKind(scaling.element) == LLVMFloatTypeKind ? 16 : 8;
	LLVMValueRef zero = number(&scaling, 32, 0), powers = LLVMBuildSIToFP(builder, power, type, ""), values = value;
	if (!is_vector) {
		LLVMValueRef none = LLVMGetPoison(LLVMVectorType(type, scaling.lanes));
		values = LLVMBuildInsertElement(builder, none, value, zero, "");
		powers = LLVMBuildInsertElement(builder, none, powers, zero, "");
	}
	unsigned all = LLVMGetVectorSize(LLVMTypeOf(values));
	LLVMValueRef result = LLVMGetPoison(LLVMTypeOf(values));
	for (unsigned i = 0; i < all; i += scaling.lanes) {
		LLVMValueRef part = scale_register(&scaling, lanes_of(&scaling, values, i, scaling.lanes),
		                                   lanes_of(&scaling, powers, i, scaling.lanes));
		result = all == scaling.lanes ? part : put(&scaling, result, part, i);
	}
	return is_vector ? result : LLVMBuildExtractElement(builder, result, zero, "");
}

static bool is_scaling(LLVMValueRef call)
{
	return aw_starts_with(aw_llvm_callee_name(call), "llvm.ldexp.") &&
	       aw_llvm_is_float(aw_llvm_is_vector(call) ? LLVMGetElementType(LLVMTypeOf(call)) : LLVMTypeOf(call));
}

bool aw_pass_lower_scaling(struct aw_unit *unit)
{
	bool changed = false;
	if (!has_instruction(unit))
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(call, block) {
				if (!is_scaling(call))
					continue;
				aw_llvm_at(unit->builder, call);
				aw_llvm_replace(call, scale(unit, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)));
				changed = true;
			}
	return changed;
}
