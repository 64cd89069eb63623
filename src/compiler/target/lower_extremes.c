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
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/float_classes.h"
#include "../analysis/need.h"
#include "../pipeline.h"

struct extreme {
	LLVMValueRef call;
	bool is_max, turned;          // TURNED: the call's first operand is x86's second
	bool may_be_none, may_differ; // the second's being no number, zeros' signs
};

enum { NONE_COSTS = 2, DIFFERENCE_COSTS = 3 }; // instructions
enum { ZEROS = AW_FLOAT_MINUS_ZERO | AW_FLOAT_PLUS_ZERO };

// Sets what must be done with operands of these classes; returns what it costs.
static unsigned set_need(struct extreme *extreme, unsigned of_first, unsigned of_second)
{
	unsigned wrong = extreme->is_max ? AW_FLOAT_MINUS_ZERO : AW_FLOAT_PLUS_ZERO, right = ZEROS & ~wrong;
	extreme->may_be_none = of_second & AW_FLOAT_NAN;
	extreme->may_differ = of_second & wrong && of_first & right;
	return (extreme->may_be_none ? NONE_COSTS : 0) + (extreme->may_differ ? DIFFERENCE_COSTS : 0);
}

static bool find(LLVMValueRef call, struct extreme *extreme)
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
	if (cost_turned < cost && !(of_a & of_b & AW_FLOAT_NAN))
		*extreme = turned;
	return true;
}

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
				if (find(instruction, &extreme))
					aw_need(aw_vec_push(&extremes, extreme));
	for (size_t i = 0; i < extremes.count; i++)
		lower(unit, &extremes.items[i]);
	bool changed = extremes.count > 0;
	aw_vec_finish(&extremes);
	return changed;
}
