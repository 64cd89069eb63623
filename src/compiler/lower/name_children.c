// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that device code launches is known to the runtime by its name, so the address of a kernel, wherever device code
// has it, is that of its name.  It is of no other use there.
//
//     call @__aw_device_launch(ptr @kernel, ...)   ->   call @__aw_device_launch(ptr @name, ...), @name = constant "kernel\0"
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
	for (size_t i = 0; i < unit->kernels.count; i++) {
		LLVMValueRef kernel = unit->kernels.items[i].function;
		if (!LLVMGetFirstUse(kernel))
			continue;
		LLVMReplaceAllUsesWith(kernel, make_name(unit, kernel));
		changed = true;
	}
	return changed;
}
