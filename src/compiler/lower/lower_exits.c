// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that exits (PTX ISA, "exit") in a kernel returns from it.  inline_waiting has brought every exit into its
// kernels but those in functions that call themselves or are called through pointers: there the thread is a fiber,
// and the runtime leaves its stack.
#include "../pipeline.h"
#include "waiting.h"

// What follows the exit in its block stays behind as a block that nothing reaches, and is removed in the end.
static void return_at(struct aw_unit *unit, LLVMValueRef exit)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(exit);
	aw_llvm_split_before(exit);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	aw_llvm_at(unit->builder, end);
	LLVMBuildRetVoid(unit->builder);
	aw_llvm_erase(end);
	aw_llvm_erase(exit);
}

static bool lower_function(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMValueRef exit = aw_llvm_find_instruction(function, aw_exits);
	if (!exit || !aw_unit_is_kernel(unit, function))
		return false;
	for (; exit; exit = aw_llvm_find_instruction(function, aw_exits))
		return_at(unit, exit);
	aw_llvm_remove_unreachable(function);
	return true;
}

bool aw_pass_lower_exits(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		changed |= lower_function(unit, function);
	return changed;
}
