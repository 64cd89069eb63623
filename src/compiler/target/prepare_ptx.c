// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the module one that LLVM's NVPTX back end and NVIDIA's driver take for unit->architecture: functions lose
// the architecture that the front end was told, functions that the driver doesn't provide get a body, and what
// the back end gets wrong is avoided.
#include <string.h>

#include "../pipeline.h"
#include "ptx.h"

static void strip_architecture(LLVMValueRef function)
{
	static const char *const texts[] = { "target-cpu", "target-features", "frame-pointer" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, texts[i], (unsigned)strlen(texts[i]));
}

// The back end writes an alignment of 0 for dynamic allocas that ask for no more than the stack's own.
static void align_allocas(LLVMValueRef function)
{
	enum { MORE_THAN_STACK = 16 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsAAllocaInst(instruction) && !LLVMIsAConstant(LLVMGetOperand(instruction, 0)) &&
			    LLVMGetAlignment(instruction) < MORE_THAN_STACK)
				LLVMSetAlignment(instruction, MORE_THAN_STACK);
}

// What stands in vtables where no function can be called.
static void define_traps(struct aw_unit *unit)
{
	static const char *const names[] = { "__cxa_pure_virtual", "__cxa_deleted_virtual" };
	LLVMValueRef trap = LLVMGetIntrinsicDeclaration(unit->module, LLVMLookupIntrinsicID("llvm.trap", 9), NULL, 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(unit->module, names[i]);
		if (!function || !LLVMIsDeclaration(function))
			continue;
		LLVMPositionBuilderAtEnd(unit->builder, LLVMAppendBasicBlockInContext(unit->context, function, ""));
		LLVMSetCurrentDebugLocation2(unit->builder, NULL);
		LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
		LLVMBuildUnreachable(unit->builder);
		LLVMSetLinkage(function, LLVMInternalLinkage);
	}
}

// LLVM would take it that any allocation succeeds, and leave out one whose address is only compared with null.
static void forget_allocation(struct aw_unit *unit)
{
	LLVMValueRef function = LLVMGetNamedFunction(unit->module, "malloc");
	if (!function)
		return;
	LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("allockind"));
	LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("allocsize"));
	LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "alloc-family", 12);
}

// Conversions of floating-point numbers to 8 and 16 bits go through 32 bits, which saturate, and are cut
// (docs/semantics.md); the back end's own would saturate at 16.
static void widen_conversion(struct aw_unit *unit, LLVMValueRef conversion)
{
	LLVMTypeRef type = LLVMTypeOf(conversion), wide = LLVMInt32TypeInContext(unit->context);
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) >= 32)
		return;
	aw_llvm_at(unit->builder, conversion);
	LLVMValueRef number =
		LLVMBuildCast(unit->builder, LLVMGetInstructionOpcode(conversion), LLVMGetOperand(conversion, 0), wide, "");
	aw_llvm_replace(conversion, LLVMBuildTrunc(unit->builder, number, type, ""));
}

static void widen_conversions(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (LLVMIsAFPToSIInst(instruction) || LLVMIsAFPToUIInst(instruction))
				widen_conversion(unit, instruction);
}

bool aw_pass_prepare_ptx(struct aw_unit *unit)
{
	if (!aw_ptx_begin(unit))
		return false;
	define_traps(unit);
	forget_allocation(unit);
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (aw_llvm_is_defined(function)) {
			strip_architecture(function);
			align_allocas(function);
			widen_conversions(unit, function);
		}
	}
	return true;
}
