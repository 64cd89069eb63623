// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic on what makes a number (R. E. Moore, "Interval Analysis", 1966): integers that were converted, arithmetic,
// and selects, which bound what they choose by what they ask:
//
//     x < 255 ? x : 255        at most 255, and a number
//
// It looks a few operations deep and knows nothing of branches.  Ends are computed as doubles and moved apart by more than any
// of the operations rounds.
#include "float_bounds.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "shape_rules.h"

enum { DEPTH = 8 };

typedef struct aw_float_bounds bounds;

static const bounds unknown = { -INFINITY, INFINITY, true };

static bounds bounds_of(LLVMValueRef value, unsigned depth);

static bool is_finite(bounds a)
{
	return isfinite(a.low) && isfinite(a.high);
}

// What an operation gives whose exact results lie between LOW and HIGH: half precision has 11 bits, bfloat16 8.
static bounds rounded(LLVMValueRef value, double low, double high, bool nan)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	bool is_float = kind == LLVMFloatTypeKind, is_double = kind == LLVMDoubleTypeKind;
	double part = is_float || is_double ? 1e-6 : 1e-2, least = 1e-7, most = is_double ? DBL_MAX : is_float ? 3.4e38 : 65000;
	low -= fabs(low) * part + least;
	high += fabs(high) * part + least;
	return (bounds){ low < -most ? -INFINITY : low, high > most ? INFINITY : high, nan };
}

static bounds sum(LLVMValueRef value, bounds a, bounds b)
{
	if (!is_finite(a) || !is_finite(b))
		return unknown;
	return rounded(value, a.low + b.low, a.high + b.high, a.nan || b.nan);
}

static bounds product(LLVMValueRef value, bounds a, bounds b)
{
	if (!is_finite(a) || !is_finite(b))
		return unknown;
	double ends[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
	double low = fmin(fmin(ends[0], ends[1]), fmin(ends[2], ends[3]));
	double high = fmax(fmax(ends[0], ends[1]), fmax(ends[2], ends[3]));
	return rounded(value, low, high, a.nan || b.nan);
}

static bounds negated(bounds a)
{
	return (bounds){ -a.high, -a.low, a.nan };
}

static bounds quotient(LLVMValueRef value, bounds a, bounds b)
{
	if (!is_finite(a) || !is_finite(b) || (b.low <= 0 && b.high >= 0))
		return unknown;
	return product(value, a, (bounds){ 1 / b.high, 1 / b.low, b.nan });
}

static bounds either(bounds a, bounds b)
{
	return (bounds){ fmin(a.low, b.low), fmax(a.high, b.high), a.nan || b.nan };
}

static bounds of_integer(LLVMValueRef conversion, bool is_signed)
{
	LLVMValueRef integer = LLVMGetOperand(conversion, 0);
	int64_t low = 0, high = 0;
	if (LLVMGetTypeKind(LLVMTypeOf(integer)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(integer)) > 64)
		return unknown;
	if (!is_signed)
		return rounded(conversion, 0, (double)aw_bounds_highest(integer), false);
	aw_bounds_signed(integer, &low, &high);
	return rounded(conversion, (double)low, (double)high, false);
}

static bounds of_root(LLVMValueRef call, bounds a)
{
	return rounded(call, sqrt(fmax(a.low, 0)), sqrt(fmax(a.high, 0)), a.nan || a.low < 0);
}

// The lesser of A and B, or the one that is a number.
static bounds lesser(bounds a, bounds b)
{
	double high = a.nan ? b.nan ? fmax(a.high, b.high) : b.high : b.nan ? a.high : fmin(a.high, b.high);
	return (bounds){ fmin(a.low, b.low), high, a.nan && b.nan };
}

static bool is_of(LLVMValueRef call, const char *name)
{
	return aw_starts_with(aw_llvm_callee_name(call), name);
}

static bounds of_call(LLVMValueRef call, unsigned depth)
{
	static const char *const whole[] = { "llvm.floor.", "llvm.ceil.", "llvm.trunc.", "llvm.rint.", "llvm.nearbyint.", "llvm.round" };
	if (!is_of(call, "llvm.") || !LLVMGetNumArgOperands(call))
		return unknown;
	bounds a = bounds_of(LLVMGetOperand(call, 0), depth);
	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		if (is_of(call, whole[i]))
			return (bounds){ floor(a.low), ceil(a.high), a.nan };
	if (is_of(call, "llvm.sqrt."))
		return of_root(call, a);
	if (is_of(call, "llvm.fabs."))
		return (bounds){ a.low > 0 ? a.low : 0, fmax(-a.low, a.high), a.nan };
	if (is_of(call, "llvm.minnum."))
		return lesser(a, bounds_of(LLVMGetOperand(call, 1), depth));
	if (is_of(call, "llvm.maxnum."))
		return negated(lesser(negated(a), negated(bounds_of(LLVMGetOperand(call, 1), depth))));
	if (is_of(call, "llvm.fma.") || is_of(call, "llvm.fmuladd."))
		return sum(call, product(call, a, bounds_of(LLVMGetOperand(call, 1), depth)), bounds_of(LLVMGetOperand(call, 2), depth));
	return unknown;
}

// --- selects ---

// LLVM's predicates are sets of outcomes.
enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8, ALL_OUTCOMES = 15 };

static unsigned outcomes_of(LLVMRealPredicate predicate)
{
	_Static_assert((int)LLVMRealOEQ == EQUAL && (int)LLVMRealOGT == GREATER && (int)LLVMRealOLT == LESS, "a bit for each outcome");
	_Static_assert((int)LLVMRealUNO == UNORDERED, "a bit for each outcome");
	return predicate;
}

static unsigned swapped(unsigned outcomes)
{
	return (outcomes & (EQUAL | UNORDERED)) | (outcomes & GREATER ? LESS : 0) | (outcomes & LESS ? GREATER : 0);
}

// A, of which it is known that its comparison with a number of B has one of OUTCOMES.
static bounds bounded(bounds a, unsigned outcomes, bounds b)
{
	if (!(outcomes & UNORDERED))
		a.nan = false;
	else if (b.nan)
		return a;
	double low = outcomes & LESS ? a.low : fmax(a.low, b.low), high = outcomes & GREATER ? a.high : fmin(a.high, b.high);
	return low <= high ? (bounds){ low, high, a.nan } : a; // it is never so
}

// Of ARM, which is chosen when COMPARISON has one of OUTCOMES.
static bounds of_arm(LLVMValueRef arm, LLVMValueRef comparison, unsigned outcomes, unsigned depth)
{
	LLVMValueRef a = LLVMGetOperand(comparison, 0), b = LLVMGetOperand(comparison, 1);
	bounds result = bounds_of(arm, depth);
	if (arm == a)
		return bounded(result, outcomes, bounds_of(b, depth));
	return arm == b ? bounded(result, swapped(outcomes), bounds_of(a, depth)) : result;
}

static bounds of_select(LLVMValueRef select, unsigned depth)
{
	LLVMValueRef condition = LLVMGetOperand(select, 0), then = LLVMGetOperand(select, 1), other = LLVMGetOperand(select, 2);
	if (!LLVMIsAFCmpInst(condition))
		return either(bounds_of(then, depth), bounds_of(other, depth));
	unsigned outcomes = outcomes_of(LLVMGetFCmpPredicate(condition));
	return either(of_arm(then, condition, outcomes, depth), of_arm(other, condition, ~outcomes & ALL_OUTCOMES, depth));
}

// --- ---

static bounds of_constant(LLVMValueRef constant)
{
	LLVMBool inexact;
	double value = LLVMConstRealGetDouble(constant, &inexact);
	return isnan(value) ? unknown : (bounds){ value, value, false };
}

static bounds of_two(LLVMValueRef value, unsigned depth)
{
	bounds a = bounds_of(LLVMGetOperand(value, 0), depth), b = bounds_of(LLVMGetOperand(value, 1), depth);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMFAdd: return sum(value, a, b);
	case LLVMFSub: return sum(value, a, negated(b));
	case LLVMFMul: return product(value, a, b);
	case LLVMFDiv: return quotient(value, a, b);
	default: return unknown;
	}
}

static bounds bounds_of(LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstantFP(value))
		return of_constant(value);
	if (!depth || !LLVMIsAInstruction(value))
		return unknown;
	depth--;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMUIToFP: return of_integer(value, false);
	case LLVMSIToFP: return of_integer(value, true);
	case LLVMFNeg: return negated(bounds_of(LLVMGetOperand(value, 0), depth));
	case LLVMFPExt: return bounds_of(LLVMGetOperand(value, 0), depth);
	case LLVMFPTrunc: return sum(value, bounds_of(LLVMGetOperand(value, 0), depth), (bounds){ 0, 0, false });
	case LLVMSelect: return of_select(value, depth);
	case LLVMCall: return of_call(value, depth);
	default: return LLVMIsABinaryOperator(value) ? of_two(value, depth) : unknown;
	}
}

struct aw_float_bounds aw_float_bounds(LLVMValueRef value)
{
	bounds result = bounds_of(value, DEPTH);
	assert(result.low <= result.high);
	return result;
}
