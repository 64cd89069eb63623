// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that device code launches is known to the runtime by its name: the variable that
// include/anywarp/device_launch.h initialises with the kernel's address gets that of its name instead.
//
//     @value = constant ptr @kernel   ->   @value = constant ptr @name, @name = constant "kernel\0"
//
// A kernel's address is of no other use to device code.
#include <string.h>

#include "../pipeline.h"
#include "../target/nvptx.h"

static LLVMValueRef make_name(struct aw_unit *unit, LLVMValueRef kernel)
{
	const char *name = aw_llvm_name(kernel);
	LLVMValueRef text = LLVMConstStringInContext2(unit->context, name, strlen(name), false);
	LLVMValueRef global = LLVMAddGlobalInAddressSpace(unit->module, LLVMTypeOf(text), "", AW_NVPTX_GLOBAL);
	LLVMSetInitializer(global, text);
	LLVMSetGlobalConstant(global, true);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	return LLVMConstAddrSpaceCast(global, LLVMTypeOf(kernel));
}

bool aw_pass_name_children(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_GLOBALS(global, unit->module) {
		LLVMValueRef value = LLVMGetInitializer(global);
		if (!value || !LLVMIsAFunction(value) || !aw_unit_is_kernel(unit, value))
			continue;
		LLVMSetInitializer(global, make_name(unit, value));
		LLVMSetExternallyInitialized(global, false);
		changed = true;
	}
	return changed;
}
