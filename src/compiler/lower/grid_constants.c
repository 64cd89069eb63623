// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of kernels that are __grid_constant__ (CUDA C++ Programming Guide, "__grid_constant__"): host_defines.h makes of the word an
// annotation, which clang leaves as a call of llvm.var.annotation with the parameter's address.  LLVM's NVPTX back end copies a parameter
// whose address is taken to the thread's own memory, where the copy engine for tensors cannot read a map, unless the metadata
// nvvm.annotations says (NVPTXLowerArgs.cpp)
//     { kernel, "grid_constant", { i32 1, i32 3 } }        the parameters from 1 on, those that are passed by value in memory
// The CPU's targets never copy parameters and don't read it.
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"

static const char annotation_name[] = "llvm.var.annotation.p0.p0";

static bool says_grid_constant(LLVMValueRef annotation)
{
	return !strcmp(aw_llvm_constant_text(LLVMGetOperand(annotation, 1)), "aw.grid_constant");
}

// Adds the numbers of KERNEL's parameters of that kind to the metadata.
static void tell(struct aw_unit *unit, LLVMValueRef kernel, LLVMValueRef annotations)
{
	unsigned count = 0;
	LLVMValueRef *numbers = AW_NEED_ARRAY(LLVMValueRef, LLVMCountParams(kernel) + 1);
	AW_FOR_USES(use, annotations) {
		LLVMValueRef call = LLVMGetUser(use), place = LLVMIsACallInst(call) ? LLVMGetOperand(call, 0) : NULL;
		if (place && LLVMIsAArgument(place) && LLVMGetParamParent(place) == kernel && aw_llvm_is_by_value(place) &&
		    says_grid_constant(call) && count < LLVMCountParams(kernel))
			numbers[count++] = LLVMConstInt(LLVMInt32TypeInContext(unit->context), aw_llvm_argument_number(place) + 1, false);
	}
	if (count) {
		LLVMValueRef operands[] = { kernel, LLVMMDStringInContext(unit->context, "grid_constant", 13),
			                    LLVMMDNodeInContext(unit->context, numbers, count) };
		LLVMAddNamedMetadataOperand(unit->module, "nvvm.annotations", LLVMMDNodeInContext(unit->context, operands, 3));
	}
	free(numbers);
}

bool aw_pass_grid_constants(struct aw_unit *unit)
{
	LLVMValueRef annotations = LLVMGetNamedFunction(unit->module, annotation_name);
	if (!annotations)
		return false;
	for (size_t i = 0; i < unit->kernels.count; i++)
		tell(unit, unit->kernels.items[i].function, annotations);
	for (LLVMUseRef use = LLVMGetFirstUse(annotations); use; use = LLVMGetFirstUse(annotations))
		aw_llvm_erase(LLVMGetUser(use));
	LLVMDeleteFunction(annotations);
	return true;
}
