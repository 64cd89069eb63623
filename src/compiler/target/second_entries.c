// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: second entries of kernels (join_blocks.c, launch_divisors.c) as a module of their own.  Most launches never want one, and the
// driver compiles and loads a module as a whole, so beside their kernels they would make each program's start and first launch slower.
// The runtime loads this module when launches make it worth that (nvidia_entries.c).
//
// A module has its own copy of each variable, so an entry that reaches one that can change, or whose address counts, stays beside
// its kernel: what the host can name, what isn't constant, what is used by other than unnamed address.  So does one that names functions
// other than to call them, since a function's address is its module's, and one that launches kernels.
// printf, malloc and assert belong to the context, and shared memory to the launch.
#include <string.h>

#include "../../base/map.h"
#include "../../fatbin/fatbin.h"
#include "../analysis/need.h"
#include "nvptx.h"
#include "ptx.h"

struct reach {
	LLVMModuleRef module;
	struct aw_map seen; // values that were looked at
};

static bool is_movable(struct reach *reach, LLVMValueRef value);

static bool is_new(struct reach *reach, LLVMValueRef value)
{
	if (aw_map_get(&reach->seen, value))
		return false;
	aw_need(aw_map_put(&reach->seen, value, value));
	return true;
}

// Whether the text of an asm statement may name something of the module.
static bool names_global(struct reach *reach, LLVMValueRef assembly)
{
	size_t length;
	const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
	char *whole = aw_format("%.*s", (int)length, text);
	bool found = false;
	aw_need(whole != NULL);
	AW_FOR_GLOBALS(global, reach->module)
		found |= strstr(whole, aw_llvm_name(global)) != NULL;
	AW_FOR_FUNCTIONS(function, reach->module)
		found |= aw_llvm_is_defined(function) && strstr(whole, aw_llvm_name(function));
	free(whole);
	return found;
}

static bool is_movable_variable(struct reach *reach, LLVMValueRef variable)
{
	LLVMLinkage linkage = LLVMGetLinkage(variable);
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == AW_NVPTX_SHARED)
		return true;
	return (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) && LLVMIsGlobalConstant(variable) &&
	       !LLVMIsExternallyInitialized(variable) && LLVMGetUnnamedAddress(variable) == LLVMGlobalUnnamedAddr &&
	       is_movable(reach, LLVMGetInitializer(variable));
}

// The body of FUNCTION, or what it is declared for.
static bool is_movable_function(struct reach *reach, LLVMValueRef function)
{
	const char *name = aw_llvm_name(function);
	if (!aw_llvm_is_defined(function))
		return !aw_starts_with(name, AW_PTX_DEVICE_RUNTIME);
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!is_movable(reach, instruction))
				return false;
	return true;
}

static bool is_movable_call(struct reach *reach, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	if (LLVMIsAInlineAsm(callee))
		return !names_global(reach, callee);
	return LLVMIsAFunction(callee) && (!is_new(reach, callee) || is_movable_function(reach, callee));
}

// Whether a copy of VALUE, an instruction or constant, is as good as VALUE itself.
static bool is_movable(struct reach *reach, LLVMValueRef value)
{
	bool call = LLVMIsACallInst(value);
	if (call && !is_movable_call(reach, value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value) - call; i++) {
		LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
		if (!LLVMIsAConstant(operand) || !is_new(reach, operand))
			continue;
		bool movable = LLVMIsAGlobalVariable(operand) ? is_movable_variable(reach, operand)
		                                              : !LLVMIsAGlobalValue(operand) && is_movable(reach, operand);
		if (!movable)
			return false;
	}
	return true;
}

static bool can_move(LLVMModuleRef module, LLVMValueRef entry)
{
	struct reach reach = { .module = module };
	bool movable = is_movable_function(&reach, entry);
	aw_map_finish(&reach.seen);
	return movable;
}

static bool is_of_something(LLVMValueRef node)
{
	LLVMValueRef first = NULL;
	unsigned count = LLVMGetMDNodeNumOperands(node);
	LLVMValueRef *operands = AW_NEED_ARRAY(LLVMValueRef, count + 1);
	LLVMGetMDNodeOperands(node, operands);
	first = operands[0];
	free(operands);
	return first != NULL;
}

// Removes what nothing uses, and what is said of it.
static void clean(LLVMModuleRef module)
{
	aw_llvm_run_passes(module, "globaldce", NULL);
	aw_llvm_filter_metadata(module, "nvvm.annotations", is_of_something);
}

LLVMModuleRef aw_ptx_split_entries(struct aw_unit *unit)
{
	struct aw_map moved = AW_MAP_OF_STRINGS; // names of entries
	for (size_t i = 0; i < unit->entries.count; i++)
		if (can_move(unit->module, unit->entries.items[i]))
			aw_need(aw_map_put(&moved, aw_llvm_name(unit->entries.items[i]), unit));
	LLVMModuleRef second = moved.count ? LLVMCloneModule(unit->module) : NULL;
	if (second) {
		AW_FOR_FUNCTIONS(function, second)
			if (!aw_map_get(&moved, aw_llvm_name(function)))
				aw_llvm_internalize(function);
		AW_FOR_GLOBALS(global, second)
			aw_llvm_internalize(global);
		AW_FOR_FUNCTIONS(function, unit->module)
			if (aw_map_get(&moved, aw_llvm_name(function)))
				aw_llvm_internalize(function);
		aw_map_finish(&moved); // its keys are the names of what goes now
		clean(second);
		clean(unit->module);
	}
	aw_map_finish(&moved);
	return second;
}
