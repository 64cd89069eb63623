// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives __device__, __constant__ and __managed__ variables their storage in a CPU image: a plain global
// of address space 0.  A managed variable is reached through a pointer that the runtime sets to the
// host's own variable (struct aw_cpu_variable); the global keeps the first value.
//
// Small ones that kernels may change get room behind them.  Gangs load rows of which they want a part (simd_place.c), and of an access
// larger than a global LLVM takes it that it is to another one.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../pipeline.h"
#include "../target/nvptx.h"
#include "replace_global.h"

enum { ROOM = 256 }; // bytes: as much as a gang loads at once

// What GLOBAL holds at first, with room behind it.
static LLVMValueRef with_room(struct aw_unit *unit, LLVMValueRef global)
{
	LLVMValueRef first = LLVMGetInitializer(global);
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), LLVMTypeOf(first));
	if (size >= ROOM || LLVMIsGlobalConstant(global) || LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_CONSTANT)
		return first;
	LLVMTypeRef room = LLVMArrayType2(LLVMInt8TypeInContext(unit->context), ROOM - size);
	return LLVMConstStructInContext(unit->context, (LLVMValueRef[]){ first, LLVMConstNull(room) }, 2, false);
}

// A global like GLOBAL in address space 0 that takes its name.
static LLVMValueRef flat_copy(struct aw_unit *unit, LLVMValueRef global)
{
	assert(!LLVMIsDeclaration(global)); // check_undefined told of those
	LLVMValueRef first = with_room(unit, global), flat = LLVMAddGlobal(unit->module, LLVMTypeOf(first), "");
	LLVMSetAlignment(flat, LLVMGetAlignment(global));
	LLVMSetGlobalConstant(flat, LLVMIsGlobalConstant(global));
	LLVMSetExternallyInitialized(flat, LLVMIsExternallyInitialized(global));
	LLVMSetLinkage(flat, LLVMInternalLinkage);
	LLVMSetInitializer(flat, first);
	size_t length = 0;
	const char *name = LLVMGetValueName2(global, &length);
	char *kept = strndup(name, length);
	LLVMSetValueName2(global, "", 0);
	LLVMSetValueName2(flat, kept ? kept : "", kept ? length : 0);
	free(kept);
	return flat;
}

static LLVMValueRef load_indirection(struct aw_unit *unit, LLVMValueRef global, void *indirection)
{
	(void)global;
	LLVMTypeRef pointer = LLVMPointerTypeInContext(unit->context, AW_NVPTX_GENERIC);
	return LLVMBuildLoad2(unit->builder, pointer, indirection, "managed");
}

static void lower_managed(struct aw_unit *unit, struct aw_unit_variable *variable, LLVMValueRef flat)
{
	LLVMValueRef pointer = LLVMAddGlobal(unit->module, LLVMTypeOf(flat), "aw.managed");
	LLVMSetInitializer(pointer, flat);
	LLVMSetLinkage(pointer, LLVMInternalLinkage);
	LLVMSetExternallyInitialized(pointer, true);
	variable->indirection = pointer;
	aw_replace_global(unit, variable->global, load_indirection, pointer);
}

static struct aw_unit_variable *variable_of(struct aw_unit *unit, LLVMValueRef global)
{
	for (size_t i = 0; i < unit->variables.count; i++)
		if (unit->variables.items[i].global == global)
			return &unit->variables.items[i];
	return NULL;
}

static void lower_one(struct aw_unit *unit, LLVMValueRef global)
{
	struct aw_unit_variable *variable = variable_of(unit, global);
	LLVMValueRef flat = flat_copy(unit, global);
	if (variable && (variable->flags & AW_CPU_VARIABLE_MANAGED)) {
		lower_managed(unit, variable, flat);
	} else {
		// Casts of the new constant fold with those around the old one.
		LLVMReplaceAllUsesWith(global, LLVMConstAddrSpaceCast(flat, LLVMTypeOf(global)));
		LLVMDeleteGlobal(global);
	}
	if (variable)
		variable->global = flat;
}

bool aw_pass_lower_variables(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_GLOBALS_SAFE(global, unit->module) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(global));
		if (space != AW_NVPTX_GLOBAL && space != AW_NVPTX_CONSTANT)
			continue;
		changed = true;
		if (LLVMIsDeclaration(global) && !LLVMGetFirstUse(global)) {
			LLVMDeleteGlobal(global); // an undefined weak one, whose address was 0
			continue;
		}
		lower_one(unit, global);
		if (unit->status != AW_OK)
			break;
	}
	return changed;
}
