// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the module one that LLVM's NVPTX back end and NVIDIA's driver take for unit->target: functions lose
// the architecture that the front end was told, managed variables are annotated as such, functions
// that the driver doesn't provide get a body, and what the back end gets wrong is avoided.
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

static void annotate_managed(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->variables.count; i++) {
		if (!(unit->variables.items[i].flags & AW_CPU_VARIABLE_MANAGED))
			continue;
		LLVMMetadataRef operands[] = {
			LLVMValueAsMetadata(unit->variables.items[i].global),
			LLVMMDStringInContext2(unit->context, "managed", 7),
			LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(unit->context), 1, false)),
		};
		LLVMMetadataRef node = LLVMMDNodeInContext2(unit->context, operands, 3);
		LLVMAddNamedMetadataOperand(unit->module, "nvvm.annotations", LLVMMetadataAsValue(unit->context, node));
	}
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

bool aw_pass_prepare_ptx(struct aw_unit *unit)
{
	if (!aw_ptx_begin(unit))
		return false;
	define_traps(unit);
	annotate_managed(unit);
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (aw_llvm_is_defined(function)) {
			strip_architecture(function);
			align_allocas(function);
		}
	}
	return true;
}
