// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation calls functions that no instruction names: conversions to half and bfloat16 where
// the processor has none.  Images have no such library behind them, so what the module may come
// to call is declared here, taken from the support library by link_support, and kept to the end.
// (128-bit division and conversion are expanded in place instead: see x86_64.c.)
#include "../pipeline.h"

enum { HALF_FROM_DOUBLE, BFLOAT_FROM_FLOAT, BFLOAT_FROM_DOUBLE, LIBCALL_COUNT };

static const char *const names[LIBCALL_COUNT] = { "__truncdfhf2", "__truncsfbf2", "__truncdfbf2" };

static LLVMTypeKind kind_of(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return LLVMGetTypeKind(type);
}

static void look_at(LLVMValueRef instruction, bool needed[LIBCALL_COUNT])
{
	LLVMTypeKind kind = kind_of(LLVMTypeOf(instruction));
	bool narrows = LLVMGetInstructionOpcode(instruction) == LLVMFPTrunc;
	bool from_double = narrows && kind_of(LLVMTypeOf(LLVMGetOperand(instruction, 0))) == LLVMDoubleTypeKind;
	needed[HALF_FROM_DOUBLE] |= from_double && kind == LLVMHalfTypeKind;
	// Arithmetic on bfloat16 is done on floats and narrowed.
	needed[BFLOAT_FROM_FLOAT] |= kind == LLVMBFloatTypeKind;
	needed[BFLOAT_FROM_DOUBLE] |= from_double && kind == LLVMBFloatTypeKind;
}

static void declare(struct aw_unit *unit, int which)
{
	LLVMTypeRef single = LLVMFloatTypeInContext(unit->context);
	LLVMTypeRef source = which == BFLOAT_FROM_FLOAT ? single : LLVMDoubleTypeInContext(unit->context);
	LLVMTypeRef result = which == HALF_FROM_DOUBLE ? LLVMHalfTypeInContext(unit->context) : single;
	aw_llvm_declare(unit->module, names[which], LLVMFunctionType(result, &source, 1, false));
}

bool aw_pass_keep_libcalls(struct aw_unit *unit)
{
	bool needed[LIBCALL_COUNT] = { false }, changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				look_at(instruction, needed);
	for (int i = 0; i < LIBCALL_COUNT; i++) {
		if (needed[i])
			declare(unit, i);
		changed |= needed[i];
	}
	return changed;
}
