// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that device code launches is known to NVIDIA's device runtime by its address, as PTX has it of an entry.  The
// variable of include/anywarp/device_launch.h that holds it is none that the host may name, though clang takes it for one:
//
//     @value = weak_odr externally_initialized constant ptr @kernel   ->   @value = private constant ptr @kernel
//
// so loads of it become the address, and no variable is left.
#include "../pipeline.h"

static void make_private(struct aw_unit *unit, LLVMValueRef global)
{
	size_t kept = 0;
	for (size_t i = 0; i < unit->variables.count; i++)
		if (unit->variables.items[i].global != global)
			unit->variables.items[kept++] = unit->variables.items[i];
	unit->variables.count = kept;
	LLVMSetExternallyInitialized(global, false);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
}

bool aw_pass_address_children(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_GLOBALS(global, unit->module) {
		LLVMValueRef value = LLVMGetInitializer(global);
		if (!value || !LLVMIsAFunction(value) || !aw_unit_is_kernel(unit, value))
			continue;
		make_private(unit, global);
		changed = true;
	}
	return changed;
}
