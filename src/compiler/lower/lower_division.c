// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines integer division by zero as GPUs do: x / 0 has all bits set, x % 0 is x, INT_MIN / -1 is INT_MIN.
//
// The pass is for PTX, whose instructions do all this themselves.  What has to be kept there is LLVM from concluding
// that a divisor isn't 0 because something was divided by it: then `b ? a % b : 0` loses its test.  So a
// divisor of 0 becomes 1 before, at the price of two instructions beside the twenty of a division.
#include "lower_division.h"

#include <assert.h>

static LLVMValueRef equals(struct aw_unit *unit, LLVMValueRef value, LLVMValueRef constant)
{
	return LLVMBuildICmp(unit->builder, LLVMIntEQ, value, constant, "");
}

static LLVMValueRef choose(struct aw_unit *unit, LLVMValueRef condition, LLVMValueRef yes, LLVMValueRef no)
{
	return LLVMBuildSelect(unit->builder, condition, yes, no, "");
}

// Divides by 1 in place of 0 and -1, and mends the result.
bool aw_define_division(struct aw_unit *unit, LLVMValueRef division, bool minus_one)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
	LLVMValueRef x = LLVMGetOperand(division, 0), y = LLVMGetOperand(division, 1);
	LLVMTypeRef type = LLVMTypeOf(division);
	assert(LLVMTypeOf(x) == LLVMTypeOf(y));
	bool is_signed = (opcode == LLVMSDiv || opcode == LLVMSRem) && minus_one;
	bool quotient = opcode == LLVMSDiv || opcode == LLVMUDiv;
	int64_t known;
	if (aw_llvm_constant(y, &known) && known != 0 && !(is_signed && known == -1))
		return false;
	aw_llvm_at(unit->builder, division);
	LLVMValueRef zero = LLVMConstNull(type), ones = LLVMConstAllOnes(type), one = LLVMConstNeg(ones);
	LLVMValueRef by_zero = equals(unit, y, zero), by_minus_one = NULL;
	LLVMValueRef divisor = choose(unit, by_zero, one, y);
	if (is_signed) {
		by_minus_one = equals(unit, y, ones);
		divisor = choose(unit, by_minus_one, one, divisor);
	}
	LLVMValueRef result = LLVMBuildBinOp(unit->builder, opcode, x, divisor, "");
	if (is_signed && quotient)
		result = choose(unit, by_minus_one, LLVMBuildNeg(unit->builder, x, ""), result);
	aw_llvm_replace(division, choose(unit, by_zero, quotient ? ones : x, result));
	return true;
}

bool aw_is_division(LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	return opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
}

static bool is_guard(LLVMValueRef value)
{
	int64_t least;
	return aw_starts_with(aw_llvm_callee_name(value), "llvm.umax.") && aw_llvm_constant(LLVMGetOperand(value, 1), &least) && least == 1;
}

LLVMValueRef aw_plain_divisor(LLVMValueRef divisor)
{
	while (aw_llvm_is_op(divisor, LLVMFreeze) || is_guard(divisor))
		divisor = LLVMGetOperand(divisor, 0);
	return divisor;
}

bool aw_pass_lower_division(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				if (aw_is_division(instruction))
					changed |= aw_define_division(unit, instruction, false);
	return changed;
}
