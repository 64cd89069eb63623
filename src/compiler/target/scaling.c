// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential functions end with a number times a power of two, which is too far off for one multiplication: the library
// (devlib/math/scaled.cu) makes the two powers from bits and multiplies twice, ten instructions for a vector.  AVX-512 has one for
// it, vscalef.  On level x86-64-v4 the library's functions become LLVM's ldexp, which stays one operation while kernels become
// gangs, and that becomes vscalef: it is ldexp for all numbers, with one rounding.  (LLVM 19 would call libm for each lane.)
// vscalef takes the power as a number, which exponential functions have; so these make an integer of it that vanishes again.
#include <math.h>
#include <string.h>

#include "native.h"

enum {
	MOST_OPERATIONS = 64, // of a polynomial and what it is of
	SMALL = 4096,         // what is added to a power
};

static const struct {
	const char *name;
	bool by_number; // the power is the second argument, too, as a number
} scalings[] = {
	{ "__aw_scaled_f32", false },
	{ "__aw_scaled_f64", false },
	{ "__aw_scaled_by_f32", true },
	{ "__aw_scaled_by_f64", true },
};

static bool has_instruction(const struct aw_unit *unit)
{
	return !strcmp(unit->target, "x86-64-v4");
}

// --- the library's functions ---

// What lrint gives for NaN doesn't matter, as what is scaled is NaN then.
static void call_ldexp(struct aw_unit *unit, LLVMValueRef function, bool by_number)
{
	LLVMTypeRef integer = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef arguments[] = { LLVMGetParam(function, 0), LLVMGetParam(function, 1) };
	LLVMTypeRef types[] = { LLVMTypeOf(arguments[0]), integer };
	LLVMValueRef ldexp = aw_llvm_intrinsic(unit->module, "llvm.ldexp", types, 2);
	LLVMBasicBlockRef old = LLVMGetEntryBasicBlock(function), body = LLVMInsertBasicBlockInContext(unit->context, old, "");
	LLVMPositionBuilderAtEnd(unit->builder, body);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	if (by_number) {
		LLVMTypeRef both[] = { integer, types[0] };
		LLVMValueRef lrint = aw_llvm_intrinsic(unit->module, "llvm.lrint", both, 2);
		arguments[1] = LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(lrint), lrint, &arguments[1], 1, "");
	}
	LLVMBuildRet(unit->builder, LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(ldexp), ldexp, arguments, 2, ""));
	aw_llvm_erase_block(old);
}

bool aw_pass_scaling(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < sizeof(scalings) / sizeof(*scalings); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(unit->module, scalings[i].name);
		if (!function || !aw_llvm_is_defined(function))
			continue;
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("noinline"));
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "alwaysinline");
		if (has_instruction(unit))
			call_ldexp(unit, function, scalings[i].by_number);
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

// Of VALUE, a number or a vector whose lanes have the same; NaN if it isn't constant.
static double read_constant(LLVMValueRef value)
{
	LLVMBool inexact;
	LLVMValueRef scalar = aw_llvm_is_vector(value) ? aw_llvm_same_scalar(value) : value;
	return scalar && LLVMIsAConstantFP(scalar) ? LLVMConstRealGetDouble(scalar, &inexact) : NAN;
}

// Whether VALUE has no fraction, or is NaN, or so great that every number times two to that power is 0 or infinite: a number that was
// rounded by a sum with 1.5 * 2^23 (or 2^52; devlib/math/elementary.h) and without that again, and perhaps a whole number.
static bool is_whole(const struct scaling *scaling, LLVMValueRef value)
{
	double rounds = LLVMGetTypeKind(scaling->element) == LLVMFloatTypeKind ? 0x1.8p23 : 0x1.8p52;
	if (!aw_llvm_is_op(value, LLVMFAdd) && !aw_llvm_is_op(value, LLVMFSub))
		return false;
	double added = read_constant(LLVMGetOperand(value, 1));
	return fabs(added) == rounds || (added == rint(added) && fabs(added) < SMALL && is_whole(scaling, LLVMGetOperand(value, 0)));
}

// Whether VALUE is NaN where NUMBER is: made of it by arithmetic.
static bool is_made_of(LLVMValueRef value, LLVMValueRef number, unsigned *left)
{
	if (value == number)
		return true;
	bool arithmetic = aw_llvm_is_op(value, LLVMFAdd) || aw_llvm_is_op(value, LLVMFSub) || aw_llvm_is_op(value, LLVMFMul) ||
	                  aw_starts_with(aw_llvm_callee_name(value), "llvm.fma.") || aw_starts_with(aw_llvm_callee_name(value), "llvm.fmuladd.");
	if (!arithmetic || !*left)
		return false;
	--*left;
	unsigned operands = LLVMIsACallInst(value) ? LLVMGetNumArgOperands(value) : 2;
	for (unsigned i = 0; i < operands; i++)
		if (is_made_of(LLVMGetOperand(value, i), number, left))
			return true;
	return false;
}

// POWER, an integer, as a number: the one that it is made of where that is whole.
static LLVMValueRef as_number(const struct scaling *scaling, LLVMValueRef value, LLVMValueRef power)
{
	if (aw_starts_with(aw_llvm_callee_name(power), "llvm.lrint.")) {
		LLVMValueRef number = LLVMGetOperand(power, 0);
		unsigned left = MOST_OPERATIONS;
		if (LLVMTypeOf(number) == LLVMTypeOf(value) && is_whole(scaling, number) && is_made_of(value, number, &left))
			return number;
	}
	return LLVMBuildSIToFP(scaling->unit->builder, power, LLVMTypeOf(value), "");
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
	LLVMValueRef zero = number(&scaling, 32, 0), powers = as_number(&scaling, value, power), values = value;
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
