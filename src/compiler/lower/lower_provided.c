// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the compiler provides (intrinsics.def) have no body until their calls are lowered.  Where one
// is used otherwise than called, in a vtable (__cxa_pure_virtual) or as a function pointer (&malloc), it
// is given a body here: a function that calls it.
#include <assert.h>
#include <stdlib.h>

#include "../analysis/need.h"
#include "../pipeline.h"

static bool is_call_of(LLVMValueRef user, LLVMValueRef function)
{
	if (aw_llvm_callee(user) != function)
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
		if (LLVMGetOperand(user, i) == function)
			return false;
	return true;
}

static bool has_address_taken(LLVMValueRef function)
{
	AW_FOR_USES(use, function)
		if (!is_call_of(LLVMGetUser(use), function))
			return true;
	return false;
}

// { return FUNCTION(arguments); }
static void build_body(struct aw_unit *unit, LLVMValueRef thunk, LLVMValueRef function)
{
	unsigned count = LLVMCountParams(thunk);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count);
	LLVMGetParams(thunk, arguments);
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	LLVMPositionBuilderAtEnd(unit->builder, LLVMAppendBasicBlockInContext(unit->context, thunk, ""));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef result = LLVMBuildCall2(unit->builder, type, function, arguments, count, "");
	if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(unit->builder);
	else
		LLVMBuildRet(unit->builder, result);
	free(arguments);
}

// The old declaration becomes the body's place, so that every use but the calls means the body; the
// calls move to a new declaration, which takes the name.
static void give_body(struct aw_unit *unit, LLVMValueRef function)
{
	assert(LLVMIsDeclaration(function));
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	char *name = aw_format("%s", aw_llvm_name(function));
	aw_need(name != NULL);
	LLVMSetValueName2(function, "", 0);
	LLVMValueRef provided = LLVMAddFunction(unit->module, name, type);
	free(name);
	AW_VEC(LLVMValueRef) calls = { 0 };
	AW_FOR_USES(use, function)
		if (is_call_of(LLVMGetUser(use), function))
			aw_need(aw_vec_push(&calls, LLVMGetUser(use)));
	for (size_t i = 0; i < calls.count; i++)
		LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, provided);
	aw_vec_finish(&calls);
	build_body(unit, function, provided);
	LLVMSetLinkage(function, LLVMInternalLinkage);
}

bool aw_pass_lower_provided(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS_SAFE(function, unit->module) {
		if (!LLVMIsDeclaration(function) || !aw_intrinsic_find(function) || !has_address_taken(function))
			continue;
		give_body(unit, function);
		changed = true;
	}
	return changed;
}
