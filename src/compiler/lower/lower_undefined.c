// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes away what clang says of arguments and results that C++ demands: that they have a value (noundef).  Programs for GPUs pass
// on variables that only one lane of a warp has set,
//
//     int place;
//     if (lane == 0) place = atomicAdd(counter, n);
//     place = __shfl_sync(mask, place, 0);
//
// and LLVM would conclude that every lane has set it, so that all of them add.  nvcc takes the others' values as they come.
// A kernel's own parameters have values, and so has what LLVM says of its intrinsics.
#include "../pipeline.h"

static bool is_intrinsic(LLVMValueRef function)
{
	return function && aw_starts_with(aw_llvm_name(function), "llvm.");
}

static bool drop(LLVMValueRef function, LLVMAttributeIndex index, unsigned kind)
{
	bool found = LLVMGetEnumAttributeAtIndex(function, index, kind) != NULL;
	if (found)
		LLVMRemoveEnumAttributeAtIndex(function, index, kind);
	return found;
}

static bool drop_of_call(LLVMValueRef call, unsigned kind)
{
	bool changed = false;
	for (unsigned i = LLVMAttributeReturnIndex; i <= LLVMGetNumArgOperands(call); i++)
		if (LLVMGetCallSiteEnumAttribute(call, i, kind)) {
			LLVMRemoveCallSiteEnumAttribute(call, i, kind);
			changed = true;
		}
	return changed;
}

bool aw_pass_lower_undefined(struct aw_unit *unit)
{
	unsigned kind = aw_llvm_attribute_kind("noundef");
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		bool kept = aw_unit_is_kernel(unit, function) || is_intrinsic(function);
		for (unsigned i = LLVMAttributeReturnIndex; !kept && i <= LLVMCountParams(function); i++)
			changed |= drop(function, i, kind);
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (LLVMIsACallInst(instruction) && !is_intrinsic(aw_llvm_callee(instruction)))
					changed |= drop_of_call(instruction, kind);
	}
	return changed;
}
