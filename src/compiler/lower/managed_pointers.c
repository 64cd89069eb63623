// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: a __managed__ variable is the host's own, as on the CPU (lower_variables.c), and code reaches it
// through a pointer that the runtime sets.  The pointer is a visible variable with a name of its own
// (AW_PTX_MANAGED_PREFIX); the variable itself stays and keeps the first value.
//
//     @x = addrspace(1) global i32 7   ->   @__aw_managed_x = addrspace(1) global ptr (generic @x)
//
// NVIDIA's own way, `.attribute(.managed)` and a pointer on the host, needs a front end that makes host code
// go through that pointer, which clang's doesn't.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"
#include "../target/nvptx.h"
#include "../../fatbin/fatbin.h"
#include "replace_global.h"

static LLVMValueRef load_pointer(struct aw_unit *unit, LLVMValueRef global, void *pointer)
{
	(void)global;
	LLVMTypeRef type = LLVMPointerTypeInContext(unit->context, AW_NVPTX_GENERIC);
	return LLVMBuildLoad2(unit->builder, type, pointer, "managed");
}

// A variable like GLOBAL that takes its name.
static LLVMValueRef take_place(struct aw_unit *unit, LLVMValueRef global, const char *name)
{
	LLVMValueRef kept = LLVMAddGlobalInAddressSpace(unit->module, LLVMGlobalGetValueType(global), "", AW_NVPTX_GLOBAL);
	LLVMSetAlignment(kept, LLVMGetAlignment(global));
	LLVMSetInitializer(kept, LLVMGetInitializer(global));
	LLVMSetExternallyInitialized(kept, true);
	LLVMSetValueName2(global, "", 0);
	LLVMSetValueName2(kept, name, strlen(name));
	return kept;
}

static void lower(struct aw_unit *unit, struct aw_unit_variable *variable)
{
	LLVMTypeRef type = LLVMPointerTypeInContext(unit->context, AW_NVPTX_GENERIC);
	char *name = aw_format("%s", aw_llvm_name(variable->global));
	char *pointer_name = name ? aw_format(AW_PTX_MANAGED_PREFIX "%s", name) : NULL;
	aw_need(pointer_name != NULL);
	LLVMValueRef kept = take_place(unit, variable->global, name);
	LLVMValueRef pointer = LLVMAddGlobalInAddressSpace(unit->module, type, pointer_name, AW_NVPTX_GLOBAL);
	LLVMSetInitializer(pointer, LLVMConstAddrSpaceCast(kept, type));
	LLVMSetExternallyInitialized(pointer, true);
	aw_replace_global(unit, variable->global, load_pointer, pointer);
	variable->global = kept;
	variable->indirection = pointer;
	free(pointer_name);
	free(name);
}

bool aw_pass_managed_pointers(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < unit->variables.count && unit->status == AW_OK; i++) {
		struct aw_unit_variable *variable = &unit->variables.items[i];
		if (!(variable->flags & AW_CPU_VARIABLE_MANAGED))
			continue;
		assert(!LLVMIsDeclaration(variable->global)); // collect_program lists definitions only
		lower(unit, variable);
		changed = true;
	}
	return changed;
}
