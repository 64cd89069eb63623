// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is bitcode, or a fat binary that holds some (an object of relocatable device code), or PTX, or LLVM's assembly.  The
// device library (devlib.bc: math, assertions and the like) is read lazily and only what is
// undefined so far is taken from it, which may itself leave library symbols undefined: LLVM's linker
// follows them.  The pass link_library does this again for what passes before it have called.
#include "link_program.h"

#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/map.h"
#include "../base/os.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/nvfat.h"
#include "../fatbin/ptx_text.h"
#include "c_library_names.h"
#include "host_functions.h"
#include "nvvm/nvvm_module.h"
#include "nvvm/nvvm_text.h"
#include "pipeline.h"
#include "ptx/ptx_module.h"
#include "target/nvptx.h"

static void tell_at(const struct aw_compiler_request *request, const char *name, unsigned line, const char *text)
{
	if (request->message)
		request->message(request->message_user, 2, name, line, text);
	else
		aw_error("compiler", "%s: %s", name ? name : "link", text);
}

static void tell(const struct aw_compiler_request *request, const char *name, const char *text)
{
	tell_at(request, name, 0, text);
}

static bool is_linked(const struct aw_fatbin_entry *entry)
{
	return entry->flags & AW_FATBIN_ENTRY_LINKED;
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
	if (!entry || is_linked(entry))
		return false;
	*data = aw_fatbin_payload(header, entry);
	*size = entry->size;
	return true;
}

// clang gives a static variable or kernel that the host can name a name of its own for the device link
// ("x__static__1a2b"), but code that used it before that was settled still says "x".
static void rejoin_statics(LLVMModuleRef module)
{
	AW_FOR_GLOBALS_SAFE(global, module) {
		const char *name = aw_llvm_name(global), *mark = strstr(name, "__static__");
		if (LLVMIsDeclaration(global) || !mark)
			continue;
		char *plain = aw_format("%.*s", (int)(mark - name), name);
		LLVMValueRef early = plain ? LLVMGetNamedGlobal(module, plain) : NULL;
		free(plain);
		if (!early || !LLVMIsDeclaration(early) || LLVMTypeOf(early) != LLVMTypeOf(global))
			continue;
		LLVMReplaceAllUsesWith(early, global);
		LLVMDeleteGlobal(early);
	}
}

// "x" for "_ZL1x", a static variable of no namespace; NULL for other names.
static const char *static_name(const char *name)
{
	if (strncmp(name, "_ZL", 3) != 0)
		return NULL;
	char *plain;
	size_t length = strtoul(name + 3, &plain, 10);
	return length && strlen(plain) == length ? plain : NULL;
}

// What is in a namespace without a name: "_ZN12_GLOBAL__N_11aE", the form that programs look for in nvcc's names, which are longer.
static bool is_in_unnamed(const char *name)
{
	static const char front[] = "_ZN12_GLOBAL__N_1";
	return !strncmp(name, front, strlen(front));
}

// A program that loads the module asks for static variables as nvcc names them; it may write them.  Constants stay what they are.
static void name_statics(LLVMModuleRef module)
{
	AW_FOR_GLOBALS_SAFE(global, module) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(global));
		const char *own = aw_llvm_name(global), *plain = is_in_unnamed(own) ? own : static_name(own);
		bool taken = plain && plain != own && (LLVMGetNamedGlobal(module, plain) || LLVMGetNamedFunction(module, plain));
		if (!plain || taken || LLVMGetLinkage(global) != LLVMInternalLinkage || LLVMIsGlobalConstant(global) ||
		    (space != AW_NVPTX_GLOBAL && space != AW_NVPTX_CONSTANT))
			continue;
		char *name = aw_format("%s", plain);
		if (!name)
			return;
		LLVMSetValueName2(global, name, strlen(name));
		LLVMSetLinkage(global, LLVMExternalLinkage);
		LLVMSetExternallyInitialized(global, true);
		free(name);
	}
}

// The PTX in an input that has no bitcode: text, or a fat binary with text alone.
static const char *find_ptx(const struct aw_compiler_input *input)
{
	if (aw_ptx_is_module(input->data, input->size))
		return input->data;
	const struct aw_fatbin_header *header;
	if (aw_fatbin_open(input->data, input->size, &header) != AW_OK)
		return NULL;
	const struct aw_fatbin_entry *entry = aw_fatbin_find(header, AW_FATBIN_PTX, NULL);
	const char *text = entry && !is_linked(entry) ? aw_fatbin_payload(header, entry) : NULL;
	return text && entry->size > 0 && text[entry->size - 1] == '\0' ? text : NULL;
}

static LLVMModuleRef read_ptx(const struct aw_compiler_request *request, LLVMContextRef context,
                              const struct aw_compiler_input *input, const char *text)
{
	struct aw_str error = { 0 };
	unsigned line;
	LLVMModuleRef module = aw_ptx_read_module(context, text, &line, &error);
	if (!module)
		tell_at(request, input->name, line, error.text ? error.text : "out of memory");
	aw_str_finish(&error);
	return module;
}

static LLVMModuleRef read_input(const struct aw_compiler_request *request, LLVMContextRef context,
                                const struct aw_compiler_input *input);

// PTX that awcc made brings its module.
static LLVMModuleRef read_text(const struct aw_compiler_request *request, LLVMContextRef context,
                               const struct aw_compiler_input *input, const char *text)
{
	struct aw_str fatbin = { 0 };
	bool brought = aw_ptx_text_module(text, &fatbin) == AW_OK;
	struct aw_compiler_input inner = { .name = input->name, .data = fatbin.text, .size = fatbin.length };
	LLVMModuleRef module = brought ? read_input(request, context, &inner) : read_ptx(request, context, input, text);
	aw_str_finish(&fatbin);
	return module;
}

// MODULE as clang would have made it; NULL, and it is gone, when it breaks rules of LLVM that its reader doesn't know.
static LLVMModuleRef adapt_nvvm(const struct aw_compiler_request *request, const struct aw_compiler_input *input, LLVMModuleRef module)
{
	char *message = NULL;
	aw_nvvm_adapt(module, request->flush_denormals, request->contract);
	bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
	if (broken) {
		tell(request, input->name, message);
		LLVMDisposeModule(module);
	}
	LLVMDisposeMessage(message);
	return broken ? NULL : module;
}

static LLVMModuleRef read_nvvm(const struct aw_compiler_request *request, LLVMContextRef context,
                               const struct aw_compiler_input *input)
{
	struct aw_str error = { 0 };
	LLVMModuleRef module = aw_nvvm_read_text(context, input->name, input->data, input->size, &error);
	if (!module)
		tell(request, NULL, error.text ? error.text : "out of memory"); // with the place
	aw_str_finish(&error);
	return module ? adapt_nvvm(request, input, module) : NULL;
}

// A fat binary of CUDA's format.
static LLVMModuleRef read_nvfat(const struct aw_compiler_request *request, LLVMContextRef context,
                                const struct aw_compiler_input *input)
{
	struct aw_str fatbin = { 0 };
	LLVMModuleRef module = NULL;
	if (aw_nvfat_convert(input->data, input->size, &fatbin) == AW_OK) {
		struct aw_compiler_input inner = { .name = input->name, .data = fatbin.text, .size = fatbin.length };
		module = read_input(request, context, &inner);
	} else {
		tell(request, input->name, "this file has neither PTX nor device code that Anywarp made, or it is damaged");
	}
	aw_str_finish(&fatbin);
	return module;
}

// The modules of a fat binary that are there to be linked, as one; NULL without any, when nothing is told.
static LLVMModuleRef read_linked(const struct aw_compiler_request *request, LLVMContextRef context,
                                 const struct aw_compiler_input *input)
{
	const struct aw_fatbin_header *header;
	LLVMModuleRef whole = NULL;
	bool good = aw_fatbin_open(input->data, input->size, &header) == AW_OK;
	for (uint32_t i = 0; good && i < header->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(header, i);
		struct aw_compiler_input inner = { .name = input->name, .data = aw_fatbin_payload(header, entry), .size = (size_t)entry->size };
		if (!is_linked(entry) || (entry->kind != AW_FATBIN_BITCODE && entry->kind != AW_FATBIN_PTX))
			continue;
		LLVMModuleRef part = read_input(request, context, &inner);
		good = part && (!whole || aw_llvm_link(whole, part, false));
		whole = whole ? whole : part;
	}
	if (!good && whole)
		LLVMDisposeModule(whole);
	return good ? whole : NULL;
}

static LLVMModuleRef read_input(const struct aw_compiler_request *request, LLVMContextRef context,
                                const struct aw_compiler_input *input)
{
	const void *data = NULL;
	size_t size = 0;
	if (aw_nvfat_size(input->data, input->size))
		return read_nvfat(request, context, input);
	if (!find_bitcode(input, &data, &size)) {
		const char *text = find_ptx(input);
		if (text)
			return read_text(request, context, input, text);
		if (aw_nvvm_is_text(input->data, input->size))
			return read_nvvm(request, context, input);
		LLVMModuleRef linked = read_linked(request, context, input);
		if (linked)
			return linked;
		tell(request, input->name, "no device code in this file, or it is damaged");
		return NULL;
	}
	char *error = NULL;
	LLVMModuleRef module = aw_llvm_read_bitcode(context, data, size, input->name, false, &error);
	if (!module)
		tell(request, input->name, error);
	else
		rejoin_statics(module);
	if (module && aw_nvvm_made(module))
		module = adapt_nvvm(request, input, module);
	if (module && request->named_statics)
		name_statics(module);
	if (module && input->host_functions)
		aw_host_functions_drop(module, input->marked);
	LLVMDisposeMessage(error);
	return module;
}

// --- symbols that two inputs define, told in nvlink's words ---

static bool is_strong_definition(LLVMValueRef global)
{
	return !LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalLinkage;
}

// Calls VISIT for every strong definition of a module; stops when it says so.
static bool every_definition(LLVMModuleRef module, bool (*visit)(LLVMValueRef, void *), void *user)
{
	AW_FOR_FUNCTIONS(function, module)
		if (is_strong_definition(function) && !visit(function, user))
			return false;
	AW_FOR_GLOBALS(global, module)
		if (is_strong_definition(global) && !visit(global, user))
			return false;
	return true;
}

struct definers {
	const struct aw_compiler_request *request;
	struct aw_map names; // of a symbol -> name of the input that defines it
	const char *input;
	bool clash;
};

static bool note_definer(LLVMValueRef global, void *user)
{
	struct definers *definers = user;
	const char *name = aw_llvm_name(global);
	return aw_map_get(&definers->names, name) || aw_map_put(&definers->names, name, (void *)definers->input);
}

static bool check_definer(LLVMValueRef global, void *user)
{
	struct definers *definers = user;
	const char *first = aw_map_get(&definers->names, aw_llvm_name(global));
	char *text = first ? aw_format("Multiple definition of '%s' in '%s', first defined in '%s'", aw_llvm_name(global),
	                               definers->input, first)
	                   : NULL;
	if (first)
		tell(definers->request, NULL, text ? text : "out of memory");
	free(text);
	definers->clash |= first != NULL;
	return true;
}

static bool link_one(struct definers *definers, LLVMModuleRef *whole, LLVMModuleRef part, bool lazy)
{
	if (lazy && *whole)
		return aw_llvm_link(*whole, part, true);
	every_definition(part, check_definer, definers);
	if (definers->clash) {
		LLVMDisposeModule(part);
		return false;
	}
	if (!*whole)
		*whole = part;
	else if (!aw_llvm_link(*whole, part, false))
		return false;
	return every_definition(*whole, note_definer, definers);
}

static aw_status link_inputs(const struct aw_compiler_request *request, LLVMContextRef context,
                             LLVMModuleRef *program)
{
	LLVMModuleRef whole = NULL;
	struct definers definers = { .request = request, .names = AW_MAP_OF_STRINGS };
	aw_status status = AW_OK;
	for (size_t i = 0; i < request->input_count && status == AW_OK; i++) {
		LLVMModuleRef part = read_input(request, context, &request->inputs[i]);
		definers.input = request->inputs[i].name;
		if (!part)
			status = AW_INVALID_PTX;
		else if (!link_one(&definers, &whole, part, request->inputs[i].lazy))
			status = AW_INVALID_SOURCE;
	}
	aw_map_finish(&definers.names);
	if (status != AW_OK) {
		if (whole)
			LLVMDisposeModule(whole);
		return status;
	}
	*program = whole;
	return whole ? AW_OK : AW_INVALID_VALUE;
}

// Links what PROGRAM needs of the library, unless other modules come, and ends functions of the host.
static aw_status link_library(const struct aw_compiler_request *request, LLVMContextRef context,
                              const char *library_path, LLVMModuleRef program)
{
	char *path = aw_format("%s/devlib.bc", library_path), *data = NULL, *error = NULL;
	size_t size = 0;
	aw_status status = path ? aw_os_read_file(path, &data, &size) : AW_NO_MEMORY;
	bool ends = request->inputs[0].host_functions, links = request->output != AW_COMPILER_RELOCATABLE;
	if (status == AW_OK) {
		LLVMModuleRef library = aw_llvm_read_bitcode(context, data, size, "devlib.bc", true, &error);
		if (library && !links) {
			aw_host_functions_end(program, library);
			LLVMDisposeModule(library);
		} else if (!library || !aw_llvm_link(program, library, true)) {
			tell(request, path, error ? error : "the device library can't be linked");
			status = AW_INVALID_PTX;
		} else if (ends) {
			aw_host_functions_end(program, NULL);
		}
		LLVMDisposeMessage(error);
	} else if (status != AW_NO_MEMORY) {
		status = AW_FILE_NOT_FOUND;
	}
	free(data);
	free(path);
	return status;
}

// Marks the functions of the inputs that other modules may call: each module has its own of those that are inline.
static void mark_exported(LLVMModuleRef module)
{
	AW_FOR_FUNCTIONS(function, module) {
		LLVMLinkage linkage = LLVMGetLinkage(function);
		bool weak = linkage == LLVMWeakODRLinkage || linkage == LLVMWeakAnyLinkage;
		if (!LLVMIsDeclaration(function) && (weak || linkage == LLVMExternalLinkage))
			aw_llvm_mark(function, AW_EXPORTED);
	}
}

aw_status aw_link_program(const struct aw_compiler_request *request, LLVMContextRef context,
                          const char *library_path, LLVMModuleRef *program)
{
	LLVMModuleRef whole = NULL;
	aw_status status = link_inputs(request, context, &whole);
	if (status == AW_OK && request->relocatable)
		mark_exported(whole);
	if (status == AW_OK)
		aw_c_library_names_replace(whole, request->fast_math);
	if (status == AW_OK && (request->output != AW_COMPILER_RELOCATABLE || request->inputs[0].host_functions))
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
	AW_FOR_FUNCTIONS(function, module) {
		const char *name = aw_llvm_name(function);
		bool is_library = aw_starts_with(name, "__nv_") || aw_starts_with(name, "__aw_");
		if (is_library && LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
			return true;
	}
	return false;
}

bool aw_pass_link_library(struct aw_unit *unit)
{
	if (!lacks_library(unit->module))
		return false;
	unit->status = link_library(unit->request, unit->context, unit->library_path, unit->module);
	return true;
}
