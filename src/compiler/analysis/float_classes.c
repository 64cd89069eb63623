// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of kinds of numbers from the operations that make them.  What an operation gives for two sets is what it gives for each pair of
// kinds.  A loop's numbers begin as none at all, and what they become in a turn is added until nothing is new: so
//
//     for (m = -INFINITY; ...) m = fmaxf(m, x[i]);
//
// is always a number.  It looks a few operations deep and at few values in all.
#include "float_classes.h"

#include <math.h>

#include "../../base/str.h"

enum { DEPTH = 8, MOST_VALUES = 200, MOST_PHIS = 3, KINDS = 5 };
enum { NOT_A_NUMBER = AW_FLOAT_NAN, MINUS = AW_FLOAT_NEGATIVE, MINUS_ZERO = AW_FLOAT_MINUS_ZERO, PLUS_ZERO = AW_FLOAT_PLUS_ZERO,
	PLUS = AW_FLOAT_POSITIVE, ZEROS = MINUS_ZERO | PLUS_ZERO, ALL = AW_FLOAT_ALL };

struct search {
	unsigned left; // values that may still be looked at
	unsigned phi_count;
	struct { LLVMValueRef phi; unsigned classes; } phis[MOST_PHIS]; // of the loops that it is in
};

static unsigned classes_of(struct search *search, LLVMValueRef value, unsigned depth);

// --- what operations give for single kinds ---

static unsigned negated(unsigned a)
{
	return (a & NOT_A_NUMBER) | (a & MINUS ? PLUS : 0) | (a & MINUS_ZERO ? PLUS_ZERO : 0) | (a & PLUS_ZERO ? MINUS_ZERO : 0) |
	       (a & PLUS ? MINUS : 0);
}

static unsigned magnitude(unsigned a)
{
	return (a & NOT_A_NUMBER) | (a & (MINUS | PLUS) ? PLUS : 0) | (a & ZEROS ? PLUS_ZERO : 0);
}

static unsigned sum(unsigned a, unsigned b)
{
	if ((a | b) & NOT_A_NUMBER)
		return NOT_A_NUMBER;
	if (a == b && a != PLUS_ZERO) // -0 is only the sum of two of them
		return a;
	if ((a | b) == (MINUS | PLUS))
		return NOT_A_NUMBER | MINUS | PLUS_ZERO | PLUS;
	return (a | b) & ~(unsigned)ZEROS ? (a | b) & ~(unsigned)ZEROS : PLUS_ZERO;
}

static unsigned product(unsigned a, unsigned b)
{
	if ((a | b) & NOT_A_NUMBER)
		return NOT_A_NUMBER;
	bool is_minus = !(a & (MINUS | MINUS_ZERO)) != !(b & (MINUS | MINUS_ZERO)), is_zero = a & ZEROS || b & ZEROS;
	unsigned zero = is_minus ? MINUS_ZERO : PLUS_ZERO;
	if (!is_zero)
		return zero | (is_minus ? MINUS : PLUS);
	return zero | (a & ZEROS && b & ZEROS ? 0 : NOT_A_NUMBER);
}

// Kinds are in the order of numbers.
static unsigned greater(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

static unsigned lesser(unsigned a, unsigned b)
{
	return a == NOT_A_NUMBER ? b : b == NOT_A_NUMBER || a < b ? a : b;
}

static unsigned of_pairs(unsigned (*operation)(unsigned a, unsigned b), unsigned a, unsigned b)
{
	unsigned result = 0;
	for (unsigned i = 0; i < KINDS; i++)
		for (unsigned j = 0; j < KINDS; j++)
			if (a >> i & 1 && b >> j & 1)
				result |= operation(1u << i, 1u << j);
	return result;
}

// --- what values are ---

static unsigned of_number(LLVMValueRef constant)
{
	LLVMBool inexact;
	double number = LLVMConstRealGetDouble(constant, &inexact);
	if (isnan(number))
		return NOT_A_NUMBER;
	return number == 0 ? signbit(number) ? MINUS_ZERO : PLUS_ZERO : number < 0 ? MINUS : PLUS;
}

static unsigned of_constant(LLVMValueRef constant)
{
	if (LLVMIsUndef(constant))
		return 0;
	if (LLVMIsAConstantFP(constant))
		return of_number(constant);
	unsigned result = 0, lanes = LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMVectorTypeKind ? LLVMGetVectorSize(LLVMTypeOf(constant)) : 0;
	for (unsigned i = 0; i < lanes; i++) {
		LLVMValueRef lane = LLVMGetAggregateElement(constant, i);
		result |= !lane ? ALL : LLVMIsAConstantFP(lane) ? of_number(lane) : LLVMIsUndef(lane) ? 0 : ALL;
	}
	return lanes ? result : ALL;
}

static unsigned of_phi(struct search *search, LLVMValueRef phi, unsigned depth)
{
	for (unsigned i = 0; i < search->phi_count; i++)
		if (search->phis[i].phi == phi)
			return search->phis[i].classes;
	if (search->phi_count == MOST_PHIS)
		return ALL;
	unsigned place = search->phi_count++, before = 0, classes = 0;
	do {
		before = classes;
		search->phis[place].phi = phi;
		search->phis[place].classes = before;
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			classes |= classes_of(search, LLVMGetIncomingValue(phi, i), depth);
	} while (classes != before);
	search->phi_count = place;
	return classes;
}

static unsigned of_call(struct search *search, LLVMValueRef call, unsigned depth)
{
	const char *name = aw_llvm_callee_name(call);
	bool is_max = aw_starts_with(name, "llvm.maxnum."), is_min = aw_starts_with(name, "llvm.minnum.");
	if (aw_starts_with(name, "llvm.fabs."))
		return magnitude(classes_of(search, LLVMGetOperand(call, 0), depth));
	if (!is_max && !is_min)
		return ALL;
	unsigned a = classes_of(search, LLVMGetOperand(call, 0), depth);
	return of_pairs(is_max ? greater : lesser, a, classes_of(search, LLVMGetOperand(call, 1), depth));
}

static unsigned of_two(struct search *search, LLVMValueRef value, unsigned depth)
{
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
	unsigned of_a = classes_of(search, a, depth);
	if (LLVMGetInstructionOpcode(value) == LLVMFMul && a == b) // a square
		return magnitude(of_a) | (of_a & (MINUS | PLUS) ? PLUS_ZERO : 0);
	unsigned of_b = classes_of(search, b, depth);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMFAdd: return of_pairs(sum, of_a, of_b);
	case LLVMFSub: return of_pairs(sum, of_a, negated(of_b));
	case LLVMFMul: return of_pairs(product, of_a, of_b);
	default: return of_a | of_b; // lanes of both
	}
}

// Of a number that is rounded: it may become 0.
static unsigned rounded(unsigned a)
{
	return a | (a & MINUS ? MINUS_ZERO : 0) | (a & PLUS ? PLUS_ZERO : 0);
}

static unsigned classes_of(struct search *search, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstant(value))
		return of_constant(value);
	if (!depth || !search->left || !LLVMIsAInstruction(value))
		return ALL;
	depth--;
	search->left--;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMUIToFP: return PLUS_ZERO | PLUS;
	case LLVMSIToFP: return MINUS | PLUS_ZERO | PLUS;
	case LLVMFNeg: return negated(classes_of(search, LLVMGetOperand(value, 0), depth));
	case LLVMFPExt: return classes_of(search, LLVMGetOperand(value, 0), depth);
	case LLVMFPTrunc: return rounded(classes_of(search, LLVMGetOperand(value, 0), depth));
	case LLVMExtractElement: return classes_of(search, LLVMGetOperand(value, 0), depth);
	case LLVMSelect: return classes_of(search, LLVMGetOperand(value, 1), depth) | classes_of(search, LLVMGetOperand(value, 2), depth);
	case LLVMPHI: return of_phi(search, value, depth);
	case LLVMCall: return of_call(search, value, depth);
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMInsertElement:
	case LLVMShuffleVector: return of_two(search, value, depth);
	default: return ALL;
	}
}

unsigned aw_float_classes(LLVMValueRef value)
{
	struct search search = { .left = MOST_VALUES };
	return classes_of(&search, value, DEPTH);
}
