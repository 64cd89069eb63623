// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant expressions over the global are first expanded to instructions.  Then every function that
// uses it gets one computation of the address in its entry block, which dominates all uses, phi
// operands included; LLVM's own passes move it to where it is needed.
#include "replace_global.h"

#include <assert.h>

static LLVMValueRef make_at_entry(struct aw_unit *unit, LLVMValueRef global, LLVMValueRef function,
                                  aw_make_address make, void *user)
{
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
	assert(first);
	LLVMPositionBuilderBefore(unit->builder, first);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef address = make(unit, global, user);
	LLVMTypeRef wanted = LLVMTypeOf(global);
	if (LLVMTypeOf(address) != wanted)
		address = LLVMBuildAddrSpaceCast(unit->builder, address, wanted, "");
	return address;
}

// All uses in one function, of which USER is one.
static void replace_in_function(struct aw_unit *unit, LLVMValueRef global, LLVMValueRef user,
                                LLVMValueRef address)
{
	(void)unit;
	LLVMValueRef function = aw_llvm_function_of(user);
	for (LLVMUseRef use = LLVMGetFirstUse(global), next; use; use = next) {
		next = LLVMGetNextUse(use);
		LLVMValueRef other = LLVMGetUser(use);
		// The next use may belong to the same instruction, which replace_in is about to finish.
		while (next && LLVMGetUser(next) == other)
			next = LLVMGetNextUse(next);
		if (LLVMIsAInstruction(other) && aw_llvm_function_of(other) == function)
			aw_llvm_replace_operand(other, global, address);
	}
}

void aw_replace_global(struct aw_unit *unit, LLVMValueRef global, aw_make_address make, void *user)
{
	aw_llvm_expand_constant_users(global);
	for (LLVMUseRef use; (use = LLVMGetFirstUse(global));) {
		LLVMValueRef holder = LLVMGetUser(use);
		if (!LLVMIsAInstruction(holder)) {
			aw_unit_error(unit, NULL, "the address of %s is no constant on this target and can't "
			              "initialise a variable", aw_llvm_name(global));
			return;
		}
		LLVMValueRef address = make_at_entry(unit, global, aw_llvm_function_of(holder), make, user);
		replace_in_function(unit, global, holder, address);
	}
	LLVMDeleteGlobal(global);
}
