// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture and surface references (CUDA C++ Programming Guide of CUDA 11, "Texture Reference API") become variables that
// hold a texture or surface object, which the runtime writes when a program binds something to them.  clang makes
// variables of 64 bits of them, lists them as "texture" or "surface" in nvvm.annotations, and reads them by
// llvm.nvvm.texsurf.handle.internal.  On a GPU the object does all that PTX's .texref does, so that both targets have the same.
//
// Static ones are made visible: the host registers them by name like the others.
#include <string.h>

#include "../pipeline.h"

static void prepare(LLVMValueRef global)
{
	if (!LLVMIsDeclaration(global)) {
		LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
		LLVMSetLinkage(global, LLVMExternalLinkage);
	}
	LLVMSetAlignment(global, 8);
}

static bool is_key(LLVMValueRef operand, const char *key)
{
	unsigned length = 0;
	const char *text = LLVMGetMDString(operand, &length);
	return text && length == strlen(key) && !memcmp(text, key, length);
}

// Whether an annotation says something else; the variables of those that don't get their new meaning.
static bool is_other(LLVMValueRef node)
{
	LLVMValueRef operands[3];
	if (LLVMGetMDNodeNumOperands(node) != 3)
		return true;
	LLVMGetMDNodeOperands(node, operands);
	if (!operands[0] || !LLVMIsAGlobalVariable(operands[0]) || !operands[1] ||
	    !(is_key(operands[1], "texture") || is_key(operands[1], "surface")))
		return true;
	prepare(operands[0]);
	return false;
}

static void replace_reads(struct aw_unit *unit, LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
		LLVMValueRef read = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		aw_llvm_at(unit->builder, read);
		LLVMValueRef value = LLVMBuildLoad2(unit->builder, LLVMTypeOf(read), LLVMGetOperand(read, 0), "");
		LLVMSetAlignment(value, 8);
		aw_llvm_replace(read, value);
	}
}

bool aw_pass_lower_texture_references(struct aw_unit *unit)
{
	bool changed = aw_llvm_filter_metadata(unit->module, "nvvm.annotations", is_other);
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_starts_with(aw_llvm_name(function), "llvm.nvvm.texsurf.handle.internal"))
			continue;
		replace_reads(unit, function);
		changed = true;
	}
	return changed;
}
