// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: where a loop's pointer begins at a local variable,
//     %p = phi ptr [ %variable, %before ], [ %next, %body ]
// the back end doesn't see that it is one to local memory (NVPTXLowerAlloca looks at loads, stores and addresses of elements alone).  So
// what such a variable is used for goes by a pointer to local memory, which LLVM's infer-address-spaces carries through the loop.  It runs
// behind what makes addresses pointers that step.
#include "../pipeline.h"
#include "nvptx.h"

static bool begins_choice(LLVMValueRef variable)
{
	AW_FOR_USES(use, variable)
		if (LLVMIsAPHINode(LLVMGetUser(use)) || LLVMIsASelectInst(LLVMGetUser(use)))
			return true;
	return false;
}

// Calls, such as those that tell where a variable's life begins and ends, keep the variable itself.
static void tell_space(struct aw_unit *unit, LLVMValueRef variable)
{
	aw_llvm_at(unit->builder, LLVMGetNextInstruction(variable));
	LLVMValueRef local = LLVMBuildAddrSpaceCast(unit->builder, variable, LLVMPointerTypeInContext(unit->context, AW_NVPTX_LOCAL), "");
	LLVMValueRef back = LLVMBuildAddrSpaceCast(unit->builder, local, LLVMTypeOf(variable), "");
	for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		for (next = LLVMGetNextUse(use); next && LLVMGetUser(next) == user;)
			next = LLVMGetNextUse(next);
		if (user != local && !LLVMIsACallInst(user))
			aw_llvm_replace_operand(user, variable, back);
	}
}

static bool tell_spaces(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_INSTRUCTIONS(instruction, LLVMGetEntryBasicBlock(function))
		if (LLVMIsAAllocaInst(instruction) && begins_choice(instruction)) {
			tell_space(unit, instruction);
			changed = true;
		}
	return changed;
}

bool aw_pass_local_pointers(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 1 || unit->request->breakpoints)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && tell_spaces(unit, function)) {
			aw_llvm_run_function_passes(function, "infer-address-spaces", unit->machine);
			changed = true;
		}
	return changed;
}
