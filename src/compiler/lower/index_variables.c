// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// threadIdx and its like are variables of the language (include/anywarp/builtin_variables.h), whose members are registers of the hardware.
// A load of a member becomes a reading of its register.  Where a whole one is copied, passed by reference or called as an object, a copy on
// the function's stack stands for it, which later passes take apart.  First of all passes, so none of them knows of the variables.
#include <stdlib.h>

#include "../analysis/need.h"
#include "../host_functions.h"
#include "../pipeline.h"
#include "replace_global.h"

static const char *const members[] = { "x", "y", "z" };

static LLVMValueRef read_member(struct aw_unit *unit, const char *name, unsigned member)
{
	char *intrinsic = aw_format("llvm.nvvm.read.ptx.sreg.%s.%s", name, members[member]);
	aw_need(intrinsic != NULL);
	LLVMValueRef number = aw_llvm_ask(unit->builder, unit->module, intrinsic);
	free(intrinsic);
	return number;
}

// Loads of members through POINTER, which leads into VARIABLE, whose registers NAME tells.
static void read_registers(struct aw_unit *unit, LLVMValueRef variable, LLVMValueRef pointer, const char *name)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(unit->context);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		int64_t offset = 0;
		next = LLVMGetNextUse(use);
		if (LLVMIsAAddrSpaceCastInst(user) || LLVMIsAGetElementPtrInst(user)) {
			read_registers(unit, variable, user, name);
			if (!LLVMGetFirstUse(user))
				aw_llvm_erase(user);
		} else if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == word &&
		           aw_llvm_strip_offset(unit->module, pointer, &offset) == variable && offset >= 0 && offset <= 8 && offset % 4 == 0) {
			aw_llvm_at(unit->builder, user);
			aw_llvm_replace(user, read_member(unit, name, (unsigned)offset / 4));
		}
	}
}

static LLVMValueRef make_copy(struct aw_unit *unit, LLVMValueRef variable, void *name)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef copy = LLVMBuildAlloca(unit->builder, LLVMGlobalGetValueType(variable), "");
	for (unsigned i = 0; i < 3; i++) {
		LLVMValueRef at = LLVMConstInt(word, i, false);
		LLVMBuildStore(unit->builder, read_member(unit, name, i), LLVMBuildInBoundsGEP2(unit->builder, word, copy, &at, 1, ""));
	}
	return copy;
}

bool aw_pass_index_variables(struct aw_unit *unit)
{
	static const struct {
		const char *name, *registers;
	} variables[] = {
		{ AW_INDEX_VARIABLE "threadIdx", "tid" },
		{ AW_INDEX_VARIABLE "blockIdx", "ctaid" },
		{ AW_INDEX_VARIABLE "blockDim", "ntid" },
		{ AW_INDEX_VARIABLE "gridDim", "nctaid" },
	};
	bool changed = false;
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		LLVMValueRef variable = LLVMGetNamedGlobal(unit->module, variables[i].name);
		if (!variable || !LLVMIsDeclaration(variable))
			continue;
		changed = true;
		aw_llvm_expand_constant_users(variable);
		read_registers(unit, variable, variable, variables[i].registers);
		aw_replace_global(unit, variable, make_copy, (void *)variables[i].registers);
	}
	return changed;
}
