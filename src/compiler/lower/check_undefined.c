// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports what is used and defined nowhere, in the words of NVIDIA's tools, because build scripts and
// people know them: ptxas for a single file, nvlink for a device link.  Functions that the compiler
// itself provides have a row in intrinsics.def.
#include <string.h>

#include "../../fatbin/fatbin.h"
#include "../pipeline.h"
#include "../target/nvptx.h"

static bool is_provided(struct aw_unit *unit, LLVMValueRef function)
{
	const char *name = aw_llvm_name(function);
	bool for_gpu = aw_starts_with(unit->target, "sm_") || aw_starts_with(unit->target, "compute_");
	bool is_runtime = for_gpu && aw_starts_with(name, AW_PTX_DEVICE_RUNTIME);
	return aw_starts_with(name, "llvm.") || is_runtime || aw_intrinsic_find(function);
}

// An instruction that uses VALUE, looking through constant expressions; NULL: none.
static LLVMValueRef some_user(LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMValueRef found = LLVMIsAInstruction(user) ? user : LLVMIsAConstantExpr(user) ? some_user(user) : NULL;
		if (found)
			return found;
	}
	return NULL;
}

static void report(struct aw_unit *unit, LLVMValueRef global, const char *kind)
{
	if (unit->request->relocatable)
		return; // another module's
	LLVMValueRef user = some_user(global);
	const char *name = aw_llvm_name(global);
	const char *where = user ? aw_llvm_place(user).file : "";
	if (unit->request->input_count > 1)
		aw_unit_error(unit, user, "Undefined reference to '%s' in '%s'", name, where);
	else
		aw_unit_error(unit, user, "Unresolved extern %s '%s'", kind, name);
}

bool aw_pass_check_undefined(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function) && !is_provided(unit, function))
			report(unit, function, "function");
	}
	AW_FOR_GLOBALS(global, unit->module) {
		// An undefined variable in shared memory is an `extern __shared__` array.
		bool dynamic = LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == AW_NVPTX_SHARED;
		if (!LLVMIsDeclaration(global) || !LLVMGetFirstUse(global) || dynamic)
			continue;
		// The address of an undefined weak variable is 0.  threadIdx and its like are such: their
		// members are calls, and only a conversion as a whole names the object, without reading it.
		if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage) {
			LLVMReplaceAllUsesWith(global, LLVMConstNull(LLVMTypeOf(global)));
			changed = true;
		} else {
			report(unit, global, "variable");
		}
	}
	return changed;
}
