// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libNVVM API: programs, their modules and results.
#include "nvvm_program.h"

#include <stdlib.h>
#include <string.h>

const char *nvvmGetErrorString(nvvmResult result)
{
	static const char *const names[] = {
		"NVVM_SUCCESS", "NVVM_ERROR_OUT_OF_MEMORY", "NVVM_ERROR_PROGRAM_CREATION_FAILURE", "NVVM_ERROR_IR_VERSION_MISMATCH",
		"NVVM_ERROR_INVALID_INPUT", "NVVM_ERROR_INVALID_PROGRAM", "NVVM_ERROR_INVALID_IR", "NVVM_ERROR_INVALID_OPTION",
		"NVVM_ERROR_NO_MODULE_IN_PROGRAM", "NVVM_ERROR_COMPILATION", "NVVM_ERROR_CANCELLED",
	};
	return (unsigned)result < sizeof(names) / sizeof(names[0]) ? names[result] : "Unknown error";
}

static nvvmResult tell_version(int *major, int *minor, int number)
{
	if (!major || !minor)
		return NVVM_ERROR_INVALID_INPUT;
	*major = number / 10;
	*minor = number % 10;
	return NVVM_SUCCESS;
}

nvvmResult nvvmVersion(int *major, int *minor)
{
	return tell_version(major, minor, 20);
}

nvvmResult nvvmIRVersion(int *majorIR, int *minorIR, int *majorDbg, int *minorDbg)
{
	nvvmResult result = tell_version(majorIR, minorIR, 20);
	return result == NVVM_SUCCESS ? tell_version(majorDbg, minorDbg, 32) : result;
}

nvvmResult nvvmCreateProgram(nvvmProgram *prog)
{
	if (!prog)
		return NVVM_ERROR_INVALID_PROGRAM;
	nvvmProgram made = calloc(1, sizeof(*made));
	if (!made)
		return NVVM_ERROR_OUT_OF_MEMORY;
	*prog = made;
	return NVVM_SUCCESS;
}

nvvmResult nvvmDestroyProgram(nvvmProgram *prog)
{
	if (!prog || !*prog)
		return NVVM_ERROR_INVALID_PROGRAM;
	for (int i = 0; i < (*prog)->count; i++) {
		free((*prog)->modules[i].name);
		aw_shim_text_free(&(*prog)->modules[i].text);
	}
	free((*prog)->modules);
	aw_shim_words_free(&(*prog)->options);
	aw_shim_text_free(&(*prog)->result);
	aw_shim_text_free(&(*prog)->log);
	free(*prog);
	*prog = NULL;
	return NVVM_SUCCESS;
}

static bool is_bitcode(const char *bytes, size_t size)
{
	return size >= 4 && memcmp(bytes, "BC\xc0\xde", 4) == 0;
}

// Text may count the zero at its end.
static nvvmResult add_module(nvvmProgram program, const char *bytes, size_t size, const char *name, bool lazy)
{
	if (!program)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!bytes || !size)
		return NVVM_ERROR_INVALID_INPUT;
	struct aw_nvvm_module *more = realloc(program->modules, (size_t)(program->count + 1) * sizeof(*more));
	if (!more)
		return NVVM_ERROR_OUT_OF_MEMORY;
	program->modules = more;
	struct aw_nvvm_module *made = &more[program->count];
	*made = (struct aw_nvvm_module){ .name = strdup(name ? name : "<unnamed>"), .bitcode = is_bitcode(bytes, size), .lazy = lazy };
	bool good = made->name && aw_shim_text_add(&made->text, bytes, made->bitcode ? size : strnlen(bytes, size));
	program->count++; // what is there of it is freed with the program
	return good ? NVVM_SUCCESS : NVVM_ERROR_OUT_OF_MEMORY;
}

nvvmResult nvvmAddModuleToProgram(nvvmProgram prog, const char *buffer, size_t size, const char *name)
{
	return add_module(prog, buffer, size, name, false);
}

nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram prog, const char *buffer, size_t size, const char *name)
{
	return add_module(prog, buffer, size, name, true);
}

static nvvmResult compile(nvvmProgram program, int count, const char **options, aw_shim_text *out)
{
	if (!program)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (count < 0 || (count && !options))
		return NVVM_ERROR_INVALID_INPUT;
	if (!program->count)
		return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
	aw_shim_text_free(&program->log);
	nvvmResult result = aw_nvvm_read_options(program, count, options);
	return result == NVVM_SUCCESS ? aw_nvvm_compile(program, out) : result;
}

nvvmResult nvvmCompileProgram(nvvmProgram prog, int numOptions, const char **options)
{
	return compile(prog, numOptions, options, prog ? &prog->result : NULL);
}

nvvmResult nvvmVerifyProgram(nvvmProgram prog, int numOptions, const char **options)
{
	aw_shim_text unused = { 0 };
	nvvmResult result = compile(prog, numOptions, options, &unused);
	aw_shim_text_free(&unused);
	return result == NVVM_ERROR_COMPILATION ? NVVM_ERROR_INVALID_IR : result;
}

// The size with the zero behind it.
static nvvmResult tell_size(nvvmProgram program, const aw_shim_text *text, size_t *size)
{
	if (!program)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVVM_ERROR_INVALID_INPUT;
	*size = text->size + 1;
	return NVVM_SUCCESS;
}

static nvvmResult copy(nvvmProgram program, const aw_shim_text *text, char *to)
{
	if (!program)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!to)
		return NVVM_ERROR_INVALID_INPUT;
	memcpy(to, text->bytes ? text->bytes : "", text->size + 1);
	return NVVM_SUCCESS;
}

nvvmResult nvvmGetCompiledResultSize(nvvmProgram prog, size_t *bufferSizeRet)
{
	return tell_size(prog, prog ? &prog->result : NULL, bufferSizeRet);
}

nvvmResult nvvmGetCompiledResult(nvvmProgram prog, char *buffer)
{
	return copy(prog, prog ? &prog->result : NULL, buffer);
}

nvvmResult nvvmGetProgramLogSize(nvvmProgram prog, size_t *bufferSizeRet)
{
	return tell_size(prog, prog ? &prog->log : NULL, bufferSizeRet);
}

nvvmResult nvvmGetProgramLog(nvvmProgram prog, char *buffer)
{
	return copy(prog, prog ? &prog->log : NULL, buffer);
}
