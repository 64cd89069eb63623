// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines what LLVM leaves undefined and GPUs define (docs/semantics.md; PTX ISA, "cvt", "shl", "shr",
// "div", "rem"), before any optimisation can use that it was undefined:
//   - float to integer saturates; to 8 and 16 bits it goes through 32 bits and is cut;
//   - shifts by the width or more give 0, or the sign for signed right shifts;
//   - x / 0 has all bits set, x % 0 is x, INT_MIN / -1 is INT_MIN (lower_division.c).
// Everything is selects without branches, which fold where the optimiser knows the operand.
#include <assert.h>

#include "../pipeline.h"
#include "lower_division.h"

// --- conversions ---

// TYPE with WIDTH bits in place of its integers'.
static LLVMTypeRef with_width(LLVMTypeRef type, unsigned width)
{
	LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetTypeContext(type), width);
	bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	return vector ? LLVMVectorType(integer, LLVMGetVectorSize(type)) : integer;
}

static LLVMValueRef call_saturating(struct aw_unit *unit, bool is_signed, LLVMValueRef value, LLVMTypeRef type)
{
	const char *name = is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
	LLVMTypeRef types[] = { type, LLVMTypeOf(value) };
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, name, types, 2);
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
}

// LLVM's saturating conversions give 0 for NaN, GPUs only when both sides have at most 32 bits.
static void define_conversion(struct aw_unit *unit, LLVMValueRef conversion, bool is_signed)
{
	LLVMValueRef value = LLVMGetOperand(conversion, 0);
	LLVMTypeRef type = LLVMTypeOf(conversion);
	unsigned width = LLVMGetIntTypeWidth(aw_llvm_element_of(type));
	assert(width > 0);
	LLVMTypeRef wide = width < 32 ? with_width(type, 32) : type;
	unsigned wide_width = width < 32 ? 32 : width;
	aw_llvm_at(unit->builder, conversion);
	LLVMValueRef result = call_saturating(unit, is_signed, value, wide);
	bool from_double = LLVMGetTypeKind(aw_llvm_element_of(LLVMTypeOf(value))) == LLVMDoubleTypeKind;
	if ((from_double && wide_width == 32) || wide_width == 64) {
		LLVMValueRef is_nan = LLVMBuildFCmp(unit->builder, LLVMRealUNO, value, value, "");
		LLVMValueRef top_bit = aw_llvm_number(wide, 1ull << (wide_width - 1));
		result = LLVMBuildSelect(unit->builder, is_nan, top_bit, result, "");
	}
	if (wide != type)
		result = LLVMBuildTrunc(unit->builder, result, type, "");
	aw_llvm_replace(conversion, result);
}

// --- shifts ---

// Whether VALUE is a constant number below LIMIT.
static bool is_constant_below(LLVMValueRef value, unsigned limit)
{
	int64_t known;
	return aw_llvm_constant(value, &known) && known >= 0 && known < (int64_t)limit;
}

static bool define_shift(struct aw_unit *unit, LLVMValueRef shift, LLVMOpcode opcode)
{
	LLVMValueRef value = LLVMGetOperand(shift, 0), amount = LLVMGetOperand(shift, 1);
	LLVMTypeRef type = LLVMTypeOf(shift);
	unsigned width = LLVMGetIntTypeWidth(aw_llvm_element_of(type));
	if (is_constant_below(amount, width))
		return false;
	aw_llvm_at(unit->builder, shift);
	LLVMValueRef fits = LLVMBuildICmp(unit->builder, LLVMIntULT, amount, aw_llvm_number(type, width), "");
	LLVMValueRef result;
	if (opcode == LLVMAShr) {
		amount = LLVMBuildSelect(unit->builder, fits, amount, aw_llvm_number(type, width - 1), "");
		result = LLVMBuildAShr(unit->builder, value, amount, "");
	} else {
		result = LLVMBuildBinOp(unit->builder, opcode, value, amount, "");
		result = LLVMBuildSelect(unit->builder, fits, result, LLVMConstNull(type), "");
	}
	aw_llvm_replace(shift, result);
	return true;
}

static bool define(struct aw_unit *unit, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	switch (opcode) {
	case LLVMFPToSI:
	case LLVMFPToUI:
		define_conversion(unit, instruction, opcode == LLVMFPToSI);
		return true;
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		return define_shift(unit, instruction, opcode);
	case LLVMSDiv:
	case LLVMUDiv:
	case LLVMSRem:
	case LLVMURem:
		return aw_define_division(unit, instruction, true);
	default:
		return false;
	}
}

bool aw_pass_lower_semantics(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				changed |= define(unit, instruction);
	return changed;
}
