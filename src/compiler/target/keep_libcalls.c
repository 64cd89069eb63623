// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation calls functions that no instruction names: conversions to half and bfloat16 where
// the processor has none.  Images have no such library behind them, so what the module may come
// to call is declared here, taken from the support library by link_support, and kept to the end.
// (128-bit division and conversion are expanded in place instead: see aw_llvm_configure.)  AArch64 has all of these
// as instructions.
#include <string.h>

#include "../pipeline.h"
#include "native.h"

enum { HALF_FROM_DOUBLE, BFLOAT_FROM_FLOAT, BFLOAT_FROM_DOUBLE, HALF_FROM_FLOAT, FLOAT_FROM_HALF, LIBCALL_COUNT };

static const char *const names[LIBCALL_COUNT] = {
	"__truncdfhf2", "__truncsfbf2", "__truncdfbf2", "__truncsfhf2", "__extendhfsf2",
};

bool aw_is_libcall(const char *name)
{
	for (int i = 0; i < LIBCALL_COUNT; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static LLVMTypeKind kind_of(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return LLVMGetTypeKind(type);
}

static bool involves_half(LLVMValueRef instruction)
{
	bool found = kind_of(LLVMTypeOf(instruction)) == LLVMHalfTypeKind;
	for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
		found |= kind_of(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))) == LLVMHalfTypeKind;
	return found;
}

static void look_at(LLVMValueRef instruction, bool needed[LIBCALL_COUNT])
{
	LLVMTypeKind kind = kind_of(LLVMTypeOf(instruction));
	bool narrows = LLVMGetInstructionOpcode(instruction) == LLVMFPTrunc;
	bool from_double = narrows && kind_of(LLVMTypeOf(LLVMGetOperand(instruction, 0))) == LLVMDoubleTypeKind;
	needed[HALF_FROM_DOUBLE] |= from_double && kind == LLVMHalfTypeKind;
	// Arithmetic on bfloat16 is done on floats and narrowed.
	needed[BFLOAT_FROM_FLOAT] |= kind == LLVMBFloatTypeKind;
	// Without F16C, which x86-64-v3 has, arithmetic on half is done on floats.
	needed[HALF_FROM_FLOAT] |= involves_half(instruction);
	needed[FLOAT_FROM_HALF] |= involves_half(instruction);
	needed[BFLOAT_FROM_DOUBLE] |= from_double && kind == LLVMBFloatTypeKind;
}

// bfloat16 comes back as the lower half of a float (support_narrow.c).
static void declare(struct aw_unit *unit, int which)
{
	LLVMTypeRef half = LLVMHalfTypeInContext(unit->context), single = LLVMFloatTypeInContext(unit->context);
	bool from_double = which == HALF_FROM_DOUBLE || which == BFLOAT_FROM_DOUBLE;
	LLVMTypeRef source = from_double ? LLVMDoubleTypeInContext(unit->context) : single, result = single;
	if (which == FLOAT_FROM_HALF)
		source = half;
	if (which == HALF_FROM_DOUBLE || which == HALF_FROM_FLOAT)
		result = half;
	aw_llvm_declare(unit->module, names[which], LLVMFunctionType(result, &source, 1, false));
}

bool aw_pass_keep_libcalls(struct aw_unit *unit)
{
	bool needed[LIBCALL_COUNT] = { false }, changed = false;
	if (aw_native_machine(unit->target) == AW_MACHINE_AARCH64)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				look_at(instruction, needed);
	if (!strcmp(unit->target, "x86-64-v3") || !strcmp(unit->target, "x86-64-v4"))
		needed[HALF_FROM_FLOAT] = needed[FLOAT_FROM_HALF] = false;
	for (int i = 0; i < LIBCALL_COUNT; i++) {
		if (needed[i])
			declare(unit, i);
		changed |= needed[i];
	}
	return changed;
}
