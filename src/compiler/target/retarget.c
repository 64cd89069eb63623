// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the module the host's: triple and data layout, and attributes that name NVPTX go.  Type layouts are
// the same on both sides, so no instruction changes.  What CUDA promises and C does not is said here:
// address 0 is a plain address whose access faults, and frames larger than a page touch each page on the
// way, so that overflow of a fiber's stack always meets its guard page.
#include <string.h>

#include "../pipeline.h"
#include "native.h"

static void set_text(LLVMValueRef function, const char *key, const char *value)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), value,
	                                                       (unsigned)strlen(value));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

static void remove_all(LLVMValueRef function)
{
	static const char *const texts[] = {
		"target-cpu", "target-features", "tune-cpu", "uniform-work-group-size", "frame-pointer",
		"stack-protector-buffer-size",
	};
	static const char *const kinds[] = { "convergent", "memory", "mustprogress" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, texts[i], (unsigned)strlen(texts[i]));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind(kinds[i]));
}

void aw_retarget_function(struct aw_unit *unit, LLVMValueRef function)
{
	remove_all(function);
	set_text(function, "target-cpu", aw_native_processor(unit->target));
	set_text(function, "probe-stack", "inline-asm");
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "null_pointer_is_valid");
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind");
	if (unit->request->debug)
		set_text(function, "frame-pointer", "all");
}

// A call's own convergence holds back optimisations that are right for fibers: a support call that waits is
// an opaque call with its site as argument, wherever it is moved to.
static void relax_calls(LLVMValueRef function)
{
	unsigned convergent = aw_llvm_attribute_kind("convergent");
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsACallInst(instruction))
				LLVMRemoveCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex, convergent);
}

bool aw_pass_retarget(struct aw_unit *unit)
{
	if (!aw_native_begin(unit))
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (aw_llvm_is_defined(function)) {
			aw_retarget_function(unit, function);
			relax_calls(function);
		}
	}
	return true;
}
