// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts PTX instructions in the place of library functions: what ptx.bc (made from src/devlib/ptx) defines
// takes the place of the function of that name which devlib.bc has written out for every target.  With --libdevice=
// NVIDIA's library does so for all math functions that it has.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/os.h"
#include "../pipeline.h"

// Leaves FUNCTION declared only, to be defined anew; true when it was defined.
static bool forget_body(LLVMModuleRef module, LLVMValueRef function)
{
	if (!function || LLVMIsDeclaration(function))
		return false;
	char *name = aw_format("%s", aw_llvm_name(function));
	if (!name)
		return false;
	LLVMSetValueName2(function, "", 0);
	LLVMReplaceAllUsesWith(function, LLVMAddFunction(module, name, LLVMGlobalGetValueType(function)));
	LLVMDeleteFunction(function);
	free(name);
	return true;
}

// Puts what the bitcode file PATH defines in the place of the module's functions of these names, as far as TAKES says so.
static bool link_over(struct aw_unit *unit, const char *path, bool (*takes)(const char *name))
{
	char *data = NULL, *error = NULL;
	LLVMModuleRef library = NULL;
	size_t size = 0;
	bool changed = false;
	aw_status status = path ? aw_os_read_file(path, &data, &size) : AW_NO_MEMORY;
	if (status == AW_OK)
		library = aw_llvm_read_bitcode(unit->context, data, size, path, true, &error);
	else
		unit->status = status == AW_NO_MEMORY ? status : AW_FILE_NOT_FOUND;
	if (library) {
		LLVMSetTarget(library, LLVMGetTarget(unit->module));
		LLVMSetDataLayout(library, LLVMGetDataLayoutStr(unit->module));
		AW_FOR_FUNCTIONS(native, library)
			if (LLVMGetLinkage(native) != LLVMInternalLinkage && takes(aw_llvm_name(native)))
				changed |= forget_body(unit->module, LLVMGetNamedFunction(unit->module, aw_llvm_name(native)));
		if (!aw_llvm_link(unit->module, library, true))
			aw_unit_error(unit, NULL, "%s: can't be linked", path);
	} else if (status == AW_OK) {
		aw_unit_error(unit, NULL, "%s: %s", path, error);
		LLVMDisposeMessage(error);
	}
	free(data);
	return changed;
}

static bool any(const char *name)
{
	(void)name;
	return true;
}

static bool is_math(const char *name)
{
	return aw_starts_with(name, "__nv_");
}

// What libdevice asks the compiler: denormals are kept and roots are exact, and for which architecture it compiles.
static unsigned answer(const struct aw_unit *unit, LLVMValueRef question)
{
	size_t length = 0;
	LLVMValueRef text = LLVMIsAGlobalVariable(question) ? LLVMGetInitializer(question) : NULL;
	const char *name = text && LLVMIsAConstantDataSequential(text) ? LLVMGetAsString(text, &length) : "";
	if (!strcmp(name, "__CUDA_PREC_SQRT"))
		return 1;
	const char *number = strchr(unit->target, '_');
	return !strcmp(name, "__CUDA_ARCH") && number ? (unsigned)atoi(number + 1) * 10 : 0;
}

static void answer_questions(struct aw_unit *unit)
{
	LLVMValueRef reflect = LLVMGetNamedFunction(unit->module, "__nvvm_reflect");
	for (LLVMUseRef use = reflect ? LLVMGetFirstUse(reflect) : NULL; use; use = LLVMGetFirstUse(reflect)) {
		LLVMValueRef call = LLVMGetUser(use);
		assert(LLVMIsACallInst(call));
		aw_llvm_replace(call, LLVMConstInt(LLVMTypeOf(call), answer(unit, LLVMGetOperand(call, 0)), false));
	}
	if (reflect)
		LLVMDeleteFunction(reflect);
}

bool aw_pass_native_math(struct aw_unit *unit)
{
	char *path = aw_format("%s/ptx.bc", unit->library_path);
	bool changed = link_over(unit, path, any);
	free(path);
	if (unit->request->libdevice && unit->status == AW_OK) {
		changed |= link_over(unit, unit->request->libdevice, is_math);
		answer_questions(unit);
	}
	return changed;
}
