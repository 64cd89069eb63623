// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The PTX compiler: runs ptxas on a file of the text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/shim_compiler.h"
#pragma GCC visibility push(default)
#include "../../../include/nvPTXCompiler.h"
#pragma GCC visibility pop

struct nvPTXCompiler {
	aw_shim_text text, result, errors, notes;
	bool compiled;
	int (*callback)(void *, void *);
	void *payload;
};

// --- versions ---

static const int versions[][2] = {
#define AW_PTX_VERSION(major, minor) { major, minor },
#include "../../fatbin/ptx_versions.def"
#undef AW_PTX_VERSION
};

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major, unsigned int *minor)
{
	if (!major || !minor)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	*major = 12;
	*minor = 6;
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetNumSupportedVersions(int *numVersions)
{
	if (!numVersions)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	*numVersions = sizeof(versions) / sizeof(versions[0]);
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetSupportedVersions(int (*to)[2])
{
	if (!to)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	memcpy(to, versions, sizeof(versions));
	return NVPTXCOMPILE_SUCCESS;
}

// --- handles ---

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler, size_t ptxCodeLen, const char *ptxCode)
{
	if (!compiler || !ptxCode)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	nvPTXCompilerHandle made = calloc(1, sizeof(*made));
	if (!made || !aw_shim_text_add(&made->text, ptxCode, strnlen(ptxCode, ptxCodeLen))) {
		free(made);
		return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
	}
	*compiler = made;
	return NVPTXCOMPILE_SUCCESS;
}

static void forget(nvPTXCompilerHandle compiler)
{
	aw_shim_text_free(&compiler->result);
	aw_shim_text_free(&compiler->errors);
	aw_shim_text_free(&compiler->notes);
	compiler->compiled = false;
}

nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler)
{
	if (!compiler || !*compiler)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	forget(*compiler);
	aw_shim_text_free(&(*compiler)->text);
	free(*compiler);
	*compiler = NULL;
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler, int (*callback)(void *, void *), void *payload)
{
	if (!compiler)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!callback)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	compiler->callback = callback;
	compiler->payload = payload;
	return NVPTXCOMPILE_SUCCESS;
}

// --- compiling ---

static bool is_cancelled(nvPTXCompilerHandle compiler)
{
	return compiler->callback && compiler->callback(compiler->payload, NULL) == 1;
}

static bool make_command(nvPTXCompilerHandle compiler, const char *folder, int count, const char *const *options, aw_shim_words *words)
{
	char path[PATH_MAX + 16];
	snprintf(path, sizeof(path), "%s/input.ptx", folder);
	bool good = aw_shim_compiler_begin_tool(words, "ptxas", folder) && aw_shim_text_write(compiler->text.bytes, compiler->text.size, path);
	for (int i = 0; i < count; i++)
		good = good && options[i] && aw_shim_words_add(words, "%s", options[i]);
	return good && aw_shim_words_add(words, "%s", path);
}

// Messages have the name that NVIDIA's have for the text.
static void take_messages(nvPTXCompilerHandle compiler, const char *folder, bool failed, aw_shim_text *messages)
{
	char path[PATH_MAX + 16];
	snprintf(path, sizeof(path), "%s/input.ptx", folder);
	aw_shim_text *log = failed ? &compiler->errors : &compiler->notes;
	if (messages->bytes && messages->size && aw_shim_text_replace(messages, path, "application ptx input"))
		aw_shim_text_add(log, messages->bytes, messages->size);
}

static nvPTXCompileResult compile_in(nvPTXCompilerHandle compiler, const char *folder, int count, const char *const *options)
{
	aw_shim_text messages = { 0 };
	aw_shim_words words = { 0 };
	bool made = make_command(compiler, folder, count, options, &words);
	int code = made ? aw_shim_compiler_run(&words, folder, &messages) : -1;
	if (code == -1)
		aw_shim_text_print(&compiler->errors, "ptxas fatal   : %s can't be run\n", words.count ? words.word[0] : "ptxas");
	else
		take_messages(compiler, folder, code != 0, &messages);
	aw_shim_text_free(&messages);
	aw_shim_words_free(&words);
	compiler->compiled = code == 0;
	if (code == 0)
		aw_shim_compiler_read(&compiler->result, folder); // nothing was written for compute_NN
	bool version = code > 0 && compiler->errors.bytes && strstr(compiler->errors.bytes, "Unsupported .version");
	return code == 0 ? NVPTXCOMPILE_SUCCESS :
	       code < 0  ? NVPTXCOMPILE_ERROR_INTERNAL :
	       version   ? NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION :
	                   NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
}

nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler, int numCompileOptions, const char *const *compileOptions)
{
	char folder[PATH_MAX];
	if (!compiler)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (numCompileOptions > 0 && !compileOptions)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	forget(compiler);
	if (is_cancelled(compiler))
		return NVPTXCOMPILE_ERROR_CANCELLED;
	if (!aw_shim_folder_make(folder, "nvptxcompiler"))
		return NVPTXCOMPILE_ERROR_INTERNAL;
	nvPTXCompileResult result = compile_in(compiler, folder, numCompileOptions, compileOptions);
	aw_shim_folder_remove(folder);
	if (!is_cancelled(compiler))
		return result;
	forget(compiler);
	return NVPTXCOMPILE_ERROR_CANCELLED;
}

// --- results ---

nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler, size_t *binaryImageSize)
{
	if (!compiler)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!binaryImageSize)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	if (!compiler->compiled)
		return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
	*binaryImageSize = compiler->result.size;
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler, void *binaryImage)
{
	if (!compiler)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!binaryImage)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	if (!compiler->compiled)
		return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
	if (compiler->result.size)
		memcpy(binaryImage, compiler->result.bytes, compiler->result.size);
	return NVPTXCOMPILE_SUCCESS;
}

static nvPTXCompileResult log_size(const aw_shim_text *log, size_t *size)
{
	if (!log)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!size)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	*size = log->size ? log->size + 1 : 0;
	return NVPTXCOMPILE_SUCCESS;
}

static nvPTXCompileResult copy_log(const aw_shim_text *log, char *to)
{
	if (!log)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!to)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	if (log->size)
		memcpy(to, log->bytes, log->size + 1);
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler, size_t *errorLogSize)
{
	return log_size(compiler ? &compiler->errors : NULL, errorLogSize);
}

nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler, char *errorLog)
{
	return copy_log(compiler ? &compiler->errors : NULL, errorLog);
}

nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler, size_t *infoLogSize)
{
	return log_size(compiler ? &compiler->notes : NULL, infoLogSize);
}

nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler, char *infoLog)
{
	return copy_log(compiler ? &compiler->notes : NULL, infoLog);
}
