// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts PTX instructions in the place of library functions: what ptx.bc (made from src/devlib/ptx) defines
// takes the place of the function of that name which devlib.bc has written out for every target.
#include <stdlib.h>

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

bool aw_pass_native_math(struct aw_unit *unit)
{
	char *path = aw_format("%s/ptx.bc", unit->library_path), *data = NULL, *error = NULL;
	LLVMModuleRef library = NULL;
	size_t size = 0;
	bool changed = false;
	aw_status status = path ? aw_os_read_file(path, &data, &size) : AW_NO_MEMORY;
	if (status == AW_OK)
		library = aw_llvm_read_bitcode(unit->context, data, size, "ptx.bc", true, &error);
	else
		unit->status = status == AW_NO_MEMORY ? status : AW_FILE_NOT_FOUND;
	if (library) {
		AW_FOR_FUNCTIONS(native, library)
			changed |= forget_body(unit->module, LLVMGetNamedFunction(unit->module, aw_llvm_name(native)));
		if (!aw_llvm_link(unit->module, library, true))
			aw_unit_error(unit, NULL, "%s: can't be linked", path);
	} else if (status == AW_OK) {
		aw_unit_error(unit, NULL, "%s: %s", path, error);
		LLVMDisposeMessage(error);
	}
	free(data);
	free(path);
	return changed;
}
