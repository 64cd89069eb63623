// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmax and fmin (name_extremes) as CUDA has them: of a number and what is none the number, of two zeros +0 or -0, and the first of two
// that aren't numbers.  x86-64 has
//
//     maxps first, second       first > second ? first : second
//
// which gives the second one where they are equal or one is no number, and so the right one but where
//
//   - the second is no number: then it is the first;
//   - they are zeros with different signs, the second's being the wrong one: where they are equal, what they have in common is right.
//
//     m = maxps(first, second)
//     m = second is no number ? first : m
//     m = m & (first | first != second)        for fmin: m | (first & first == second)
//
// The second and third line go where it is known that they change nothing, and which operand is the first is chosen by that: of
// fmaxf(x, 0.0f) one instruction is left.  Behind the optimiser, because LLVM would make other things of the lines.  Where comparisons
// make masks in registers of their own (AVX-512), and of single numbers, the last line is a choice, too.
//
// AVX-512 also has vrange, which is both functions for all numbers and knows the order of zeros, but takes numbers that signal for results:
// these are made quiet before, by vrange of a number and itself, where they come from memory.  What arithmetic or vrange gives is quiet, so
// of a tree or a row of extremes it is one instruction each.
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/float_classes.h"
#include "../analysis/need.h"
#include "../pipeline.h"

struct extreme {
	LLVMValueRef call;
	bool is_max, turned;          // TURNED: the call's first operand is x86's second
	bool may_be_none, may_differ; // the second's being no number, zeros' signs
	bool by_range;                // one instruction for both
	bool may_signal[2];           // then, of the operands
};

enum { NONE_COSTS = 2, DIFFERENCE_COSTS = 3 }; // instructions
enum { DEPTH = 6, MOST_VALUES = 50 };          // of a search for what may signal
enum { ZEROS = AW_FLOAT_MINUS_ZERO | AW_FLOAT_PLUS_ZERO };

// Sets what must be done with operands of these classes; returns what it costs.
static unsigned set_need(struct extreme *extreme, unsigned of_first, unsigned of_second)
{
	unsigned wrong = extreme->is_max ? AW_FLOAT_MINUS_ZERO : AW_FLOAT_PLUS_ZERO, right = ZEROS & ~wrong;
	extreme->may_be_none = of_second & AW_FLOAT_NAN;
	extreme->may_differ = of_second & wrong && of_first & right;
	return (extreme->may_be_none ? NONE_COSTS : 0) + (extreme->may_differ ? DIFFERENCE_COSTS : 0);
}

// --- numbers that signal ---

// Whether TYPE is a register's part or a power of two of registers.
static bool is_whole(LLVMTypeRef type)
{
	unsigned lanes = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
	return lanes < 8 || !(lanes & (lanes - 1));
}

static bool is_quiet_call(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.fma.", "llvm.fmuladd.", "llvm.sqrt.", "llvm.x86.avx512.mask.scalef." };
	if (aw_starts_with(aw_llvm_callee_name(call), "llvm.maxnum.") || aw_starts_with(aw_llvm_callee_name(call), "llvm.minnum."))
		return is_whole(LLVMTypeOf(call));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (aw_starts_with(aw_llvm_callee_name(call), names[i]))
			return true;
	return false;
}

static bool may_signal(LLVMValueRef value, unsigned depth, unsigned *left);

static bool may_operands_signal(LLVMValueRef value, unsigned first, unsigned end, unsigned depth, unsigned *left)
{
	for (unsigned i = first; i < end; i++)
		if (may_signal(LLVMGetOperand(value, i), depth, left))
			return true;
	return false;
}

// Whether VALUE may hold what is no number and signals.
static bool may_signal(LLVMValueRef value, unsigned depth, unsigned *left)
{
	if (LLVMIsAConstant(value))
		return aw_float_classes(value) & AW_FLOAT_NAN;
	if (!depth || !*left || !LLVMIsAInstruction(value))
		return true;
	depth--;
	--*left;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFPExt:
	case LLVMFPTrunc:
	case LLVMSIToFP:
	case LLVMUIToFP: return false;
	case LLVMFNeg:
	case LLVMFreeze:
	case LLVMExtractElement: return may_operands_signal(value, 0, 1, depth, left);
	case LLVMInsertElement:
	case LLVMShuffleVector: return may_operands_signal(value, 0, 2, depth, left);
	case LLVMSelect: return may_operands_signal(value, 1, 3, depth, left);
	case LLVMPHI: return may_operands_signal(value, 0, LLVMCountIncoming(value), depth, left);
	case LLVMCall:
		if (aw_starts_with(aw_llvm_callee_name(value), "llvm.fabs."))
			return may_operands_signal(value, 0, 1, depth, left);
		return !is_quiet_call(value);
	default: return true;
	}
}

// One instruction for all, if that isn't more than what else is done, which is COST more than one.  So where it isn't taken the result is a
// number, and all results are quiet.
static void choose_range(struct extreme *extreme, unsigned cost)
{
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef operand = LLVMGetOperand(extreme->call, i);
		unsigned left = MOST_VALUES;
		extreme->may_signal[i] = aw_float_classes(operand) & AW_FLOAT_NAN && may_signal(operand, DEPTH, &left);
	}
	extreme->by_range = cost && is_whole(LLVMTypeOf(extreme->call)) && (unsigned)extreme->may_signal[0] + extreme->may_signal[1] <= cost;
}

static bool find(const struct aw_unit *unit, LLVMValueRef call, struct extreme *extreme)
{
	const char *name = aw_llvm_callee_name(call);
	bool is_max = aw_starts_with(name, "llvm.maxnum."), is_min = aw_starts_with(name, "llvm.minnum.");
	if (!is_max && !is_min)
		return false;
	if (!aw_llvm_is_float(aw_llvm_element_of(LLVMTypeOf(call))))
		return false;
	unsigned of_a = aw_float_classes(LLVMGetOperand(call, 0)), of_b = aw_float_classes(LLVMGetOperand(call, 1));
	struct extreme turned = { .call = call, .is_max = is_max, .turned = true };
	*extreme = (struct extreme){ .call = call, .is_max = is_max };
	// Where neither is a number the operand that was written first is the result.
	unsigned cost = set_need(extreme, of_a, of_b), cost_turned = set_need(&turned, of_b, of_a);
	if (cost_turned < cost && !(of_a & of_b & AW_FLOAT_NAN)) {
		*extreme = turned;
		cost = cost_turned;
	}
	if (!strcmp(unit->target, "x86-64-v4"))
		choose_range(extreme, cost);
	return true;
}

// --- by one instruction ---

// Of vectors of a register's size.
static LLVMValueRef range_of_registers(struct aw_unit *unit, bool is_max, LLVMValueRef a, LLVMValueRef b)
{
	enum { LESSER = 4, GREATER = 5, ROUND_AS_USUAL = 4 }; // with the sign of the one that is chosen
	static const char *const names[2][3] = {
		{ "llvm.x86.avx512.mask.range.ps.128", "llvm.x86.avx512.mask.range.ps.256", "llvm.x86.avx512.mask.range.ps.512" },
		{ "llvm.x86.avx512.mask.range.pd.128", "llvm.x86.avx512.mask.range.pd.256", "llvm.x86.avx512.mask.range.pd.512" },
	};
	LLVMTypeRef type = LLVMTypeOf(a), word = LLVMInt32TypeInContext(unit->context);
	bool is_double = LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMDoubleTypeKind;
	unsigned lanes = LLVMGetVectorSize(type), bytes = lanes * (is_double ? 8 : 4), size = bytes == 64 ? 2 : bytes == 32 ? 1 : 0;
	LLVMValueRef all = LLVMConstAllOnes(LLVMIntTypeInContext(unit->context, lanes == 16 ? 16 : 8));
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, names[is_double][size], NULL, 0);
	LLVMValueRef arguments[] = { a, b, LLVMConstInt(word, is_max ? GREATER : LESSER, false), LLVMGetPoison(type), all,
		                     LLVMConstInt(word, ROUND_AS_USUAL, false) };
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, arguments, size == 2 ? 6 : 5, "");
}

static LLVMValueRef range_of_part(struct aw_unit *unit, const struct extreme *extreme, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef first = extreme->may_signal[0] ? range_of_registers(unit, extreme->is_max, a, a) : a;
	LLVMValueRef second = extreme->may_signal[1] ? range_of_registers(unit, extreme->is_max, b, b) : b;
	return range_of_registers(unit, extreme->is_max, first, second);
}

// A vector of COUNT lanes that begins with those of VALUE, or with VALUE; the others are poison.
static LLVMValueRef padded(struct aw_unit *unit, LLVMValueRef value, unsigned count)
{
	enum { MOST = 16 };
	LLVMTypeRef word = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef lanes[MOST];
	if (!aw_llvm_is_vector(value))
		return LLVMBuildInsertElement(unit->builder, LLVMGetPoison(LLVMVectorType(LLVMTypeOf(value), count)), value,
		                              LLVMConstInt(word, 0, false), "");
	for (unsigned i = 0; i < count; i++)
		lanes[i] = i < LLVMGetVectorSize(LLVMTypeOf(value)) ? LLVMConstInt(word, i, false) : LLVMGetPoison(word);
	return LLVMBuildShuffleVector(unit->builder, value, LLVMGetPoison(LLVMTypeOf(value)), LLVMConstVector(lanes, count), "");
}

static void lower_by_range(struct aw_unit *unit, const struct extreme *extreme)
{
	enum { MOST_PARTS = 64 };
	LLVMValueRef call = extreme->call, a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1), parts[MOST_PARTS];
	LLVMTypeRef type = LLVMTypeOf(call);
	unsigned register_lanes = LLVMGetTypeKind(aw_llvm_element_of(type)) == LLVMDoubleTypeKind ? 8 : 16;
	unsigned lanes = aw_llvm_is_vector(call) ? LLVMGetVectorSize(type) : 1, count = lanes / register_lanes;
	aw_llvm_at(unit->builder, call);
	if (lanes < register_lanes) {
		unsigned whole = register_lanes / 4;
		while (whole < lanes)
			whole *= 2;
		LLVMValueRef first = padded(unit, a, whole), value = range_of_part(unit, extreme, first, padded(unit, b, whole));
		LLVMValueRef zero = LLVMConstInt(LLVMInt32TypeInContext(unit->context), 0, false);
		value = aw_llvm_is_vector(call) ? aw_llvm_elements(unit->builder, value, 0, lanes) :
		                                  LLVMBuildExtractElement(unit->builder, value, zero, "");
		aw_llvm_replace(call, value);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef first = aw_llvm_elements(unit->builder, a, i * register_lanes, register_lanes);
		parts[i] = range_of_part(unit, extreme, first, aw_llvm_elements(unit->builder, b, i * register_lanes, register_lanes));
	}
	aw_llvm_replace(call, aw_llvm_join(unit->builder, parts, count));
}

// --- by comparisons ---

// VALUE, what x86's instruction gives for FIRST and SECOND, with the right one of two zeros.
static LLVMValueRef choose_zero(struct aw_unit *unit, bool is_max, LLVMValueRef first, LLVMValueRef second, LLVMValueRef value)
{
	LLVMBuilderRef builder = unit->builder;
	LLVMTypeRef type = LLVMTypeOf(value), bits = aw_llvm_bits_type(type);
	LLVMOpcode join = is_max ? LLVMAnd : LLVMOr;
	LLVMValueRef of_first = LLVMBuildBitCast(builder, first, bits, ""), old = LLVMBuildBitCast(builder, value, bits, "");
	if (!strcmp(unit->target, "x86-64-v3") && LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		LLVMValueRef lanes = LLVMBuildFCmp(builder, is_max ? LLVMRealUNE : LLVMRealOEQ, first, second, "");
		LLVMValueRef part = LLVMBuildBinOp(builder, is_max ? LLVMOr : LLVMAnd, of_first, LLVMBuildSExt(builder, lanes, bits, ""), "");
		return LLVMBuildBitCast(builder, LLVMBuildBinOp(builder, join, old, part, ""), type, "");
	}
	LLVMValueRef equal = LLVMBuildFCmp(builder, LLVMRealOEQ, first, second, "");
	LLVMValueRef both = LLVMBuildBitCast(builder, LLVMBuildBinOp(builder, join, old, of_first, ""), type, "");
	return LLVMBuildSelect(builder, equal, both, value, "");
}

static void lower(struct aw_unit *unit, const struct extreme *extreme)
{
	if (extreme->by_range) {
		lower_by_range(unit, extreme);
		return;
	}
	LLVMBuilderRef builder = unit->builder;
	// Now, as an operand may have been another's result.
	LLVMValueRef first = LLVMGetOperand(extreme->call, extreme->turned ? 1 : 0);
	LLVMValueRef second = LLVMGetOperand(extreme->call, extreme->turned ? 0 : 1);
	aw_llvm_at(builder, extreme->call);
	LLVMValueRef value = LLVMBuildFCmp(builder, extreme->is_max ? LLVMRealOGT : LLVMRealOLT, first, second, "");
	value = LLVMBuildSelect(builder, value, first, second, "");
	if (extreme->may_be_none)
		value = LLVMBuildSelect(builder, LLVMBuildFCmp(builder, LLVMRealUNO, second, second, ""), first, value, "");
	aw_llvm_replace(extreme->call, extreme->may_differ ? choose_zero(unit, extreme->is_max, first, second, value) : value);
}

bool aw_pass_lower_extremes(struct aw_unit *unit)
{
	AW_VEC(struct extreme) extremes = { 0 };
	struct extreme extreme;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (find(unit, instruction, &extreme))
					aw_need(aw_vec_push(&extremes, extreme));
	for (size_t i = 0; i < extremes.count; i++)
		lower(unit, &extremes.items[i]);
	bool changed = extremes.count > 0;
	aw_vec_finish(&extremes);
	return changed;
}
