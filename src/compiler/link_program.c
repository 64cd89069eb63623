// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is bitcode, or a fat binary that holds some (an object of relocatable device code).  The
// device library (devlib.bc: math, assertions and the like) is read lazily and only what is
// undefined so far is taken from it, which may itself leave library symbols undefined: LLVM's linker
// follows them.  The pass link_library does this again for what passes before it have called.
#include "link_program.h"

#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/os.h"
#include "../fatbin/fatbin.h"
#include "pipeline.h"

static void tell(const struct aw_compiler_request *request, const char *name, const char *text)
{
	if (request->message)
		request->message(request->message_user, 2, name, 0, text);
	else
		aw_error("compiler", "%s: %s", name, text);
}

// The bitcode in an input.
static bool find_bitcode(const struct aw_compiler_input *input, const void **data, size_t *size)
{
	static const char magic[4] = { 'B', 'C', (char)0xc0, (char)0xde };
	if (input->size >= sizeof(magic) && !memcmp(input->data, magic, sizeof(magic))) {
		*data = input->data;
		*size = input->size;
		return true;
	}
	const struct aw_fatbin_header *header;
	if (aw_fatbin_open(input->data, input->size, &header) != AW_OK)
		return false;
	const struct aw_fatbin_entry *entry = aw_fatbin_find(header, AW_FATBIN_BITCODE, NULL);
	if (!entry)
		return false;
	*data = aw_fatbin_payload(header, entry);
	*size = entry->size;
	return true;
}

static LLVMModuleRef read_input(const struct aw_compiler_request *request, LLVMContextRef context,
                                const struct aw_compiler_input *input)
{
	const void *data = NULL;
	size_t size = 0;
	if (!find_bitcode(input, &data, &size)) {
		tell(request, input->name, "no device code in this file, or it is damaged");
		return NULL;
	}
	char *error = NULL;
	LLVMModuleRef module = aw_llvm_read_bitcode(context, data, size, input->name, false, &error);
	if (!module)
		tell(request, input->name, error);
	LLVMDisposeMessage(error);
	return module;
}

static aw_status link_inputs(const struct aw_compiler_request *request, LLVMContextRef context,
                             LLVMModuleRef *program)
{
	LLVMModuleRef whole = NULL;
	for (size_t i = 0; i < request->input_count; i++) {
		LLVMModuleRef part = read_input(request, context, &request->inputs[i]);
		bool linked = part != NULL;
		if (whole && part)
			linked = aw_llvm_link(whole, part, false);
		else if (part)
			whole = part;
		if (!linked) {
			if (whole)
				LLVMDisposeModule(whole);
			return part ? AW_INVALID_SOURCE : AW_INVALID_PTX;
		}
	}
	*program = whole;
	return whole ? AW_OK : AW_INVALID_VALUE;
}

static aw_status link_library(const struct aw_compiler_request *request, LLVMContextRef context,
                              const char *library_path, LLVMModuleRef program)
{
	char *path = aw_format("%s/devlib.bc", library_path), *data = NULL, *error = NULL;
	size_t size = 0;
	aw_status status = path ? aw_os_read_file(path, &data, &size) : AW_NO_MEMORY;
	if (status == AW_OK) {
		LLVMModuleRef library = aw_llvm_read_bitcode(context, data, size, "devlib.bc", true, &error);
		if (!library || !aw_llvm_link(program, library, true)) {
			tell(request, path, error ? error : "the device library can't be linked");
			status = AW_INVALID_PTX;
		}
		LLVMDisposeMessage(error);
	} else if (status != AW_NO_MEMORY) {
		status = AW_FILE_NOT_FOUND;
	}
	free(data);
	free(path);
	return status;
}

aw_status aw_link_program(const struct aw_compiler_request *request, LLVMContextRef context,
                          const char *library_path, LLVMModuleRef *program)
{
	LLVMModuleRef whole = NULL;
	aw_status status = link_inputs(request, context, &whole);
	if (status == AW_OK && request->output != AW_COMPILER_RELOCATABLE)
		status = link_library(request, context, library_path, whole);
	if (status == AW_OK)
		*program = whole;
	else if (whole)
		LLVMDisposeModule(whole);
	return status;
}

// Whether a function of the library is called that isn't there.
static bool lacks_library(LLVMModuleRef module)
{
	AW_FOR_FUNCTIONS(function, module)
		if (aw_starts_with(aw_llvm_name(function), "__nv_") && LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
			return true;
	return false;
}

bool aw_pass_link_library(struct aw_unit *unit)
{
	if (!lacks_library(unit->module))
		return false;
	unit->status = link_library(unit->request, unit->context, unit->library_path, unit->module);
	return true;
}
