// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvFatbin: src/fatbin/nvfat.h does the work.
#include <stdlib.h>
#include <string.h>

#include "../../fatbin/nvfat.h"
#pragma GCC visibility push(default)
#include "../../../include/nvFatbin.h"
#pragma GCC visibility pop

// The results are the format's errors.
_Static_assert((int)NVFATBIN_SUCCESS == (int)AW_NVFAT_SUCCESS, "");
#define AW_NVFAT_ERROR(name, text) _Static_assert((int)NVFATBIN_ERROR_##name == (int)AW_NVFAT_ERROR_##name, "");
#include "../../fatbin/nvfat_errors.def"
#undef AW_NVFAT_ERROR

struct _nvFatbinHandle {
	uint64_t flags; // of each entry
	struct aw_str body;
	struct aw_str made; // since its size was asked for
};

const char *nvFatbinGetErrorString(nvFatbinResult result)
{
	return aw_nvfat_error_text((enum aw_nvfat_error)result);
}

// --- handles ---

static const struct option {
	const char *word;
	uint64_t set, clear;
} options_known[] = {
	{ "-32", 0, AW_NVFAT_64BIT },
	{ "-64", AW_NVFAT_64BIT, 0 },
	{ "-cuda", AW_NVFAT_CUDA, AW_NVFAT_OPENCL },
	{ "-opencl", AW_NVFAT_OPENCL, AW_NVFAT_CUDA },
	{ "-g", AW_NVFAT_DEBUG, 0 },
	{ "-host=linux", AW_NVFAT_LINUX, AW_NVFAT_MAC | AW_NVFAT_WINDOWS },
	{ "-host=mac", AW_NVFAT_MAC, AW_NVFAT_LINUX | AW_NVFAT_WINDOWS },
	{ "-host=windows", AW_NVFAT_WINDOWS, AW_NVFAT_LINUX | AW_NVFAT_MAC },
	{ "-c", 0, 0 },
	{ "-compress=true", 0, 0 },
	{ "-compress=false", 0, 0 },
	{ "-compress-all", 0, 0 },
	{ "-compress-mode=default", 0, 0 },
	{ "-compress-mode=size", 0, 0 },
	{ "-compress-mode=speed", 0, 0 },
	{ "-compress-mode=balance", 0, 0 },
	{ "-compress-mode=none", 0, 0 },
};

static bool take_option(nvFatbinHandle handle, const char *word)
{
	for (size_t i = 0; word && i < sizeof(options_known) / sizeof(*options_known); i++)
		if (strcmp(word, options_known[i].word) == 0) {
			handle->flags = (handle->flags & ~options_known[i].clear) | options_known[i].set;
			return true;
		}
	return false;
}

nvFatbinResult nvFatbinCreate(nvFatbinHandle *handle_indirect, const char **options, size_t optionsCount)
{
	nvFatbinResult result = NVFATBIN_SUCCESS;
	if (!handle_indirect || (optionsCount && !options))
		return NVFATBIN_ERROR_NULL_POINTER;
	nvFatbinHandle made = calloc(1, sizeof(*made));
	if (!made)
		return NVFATBIN_ERROR_INTERNAL;
	made->flags = AW_NVFAT_64BIT | AW_NVFAT_LINUX;
	for (size_t i = 0; i < optionsCount && result == NVFATBIN_SUCCESS; i++)
		if (!take_option(made, options[i]))
			result = options[i] ? NVFATBIN_ERROR_UNRECOGNIZED_OPTION : NVFATBIN_ERROR_NULL_POINTER;
	if (result == NVFATBIN_SUCCESS)
		*handle_indirect = made;
	else
		free(made);
	return result;
}

nvFatbinResult nvFatbinDestroy(nvFatbinHandle *handle_indirect)
{
	if (!handle_indirect || !*handle_indirect)
		return NVFATBIN_ERROR_NULL_POINTER;
	aw_str_finish(&(*handle_indirect)->body);
	aw_str_finish(&(*handle_indirect)->made);
	free(*handle_indirect);
	*handle_indirect = NULL;
	return NVFATBIN_SUCCESS;
}

// --- inputs ---

nvFatbinResult nvFatbinAddPTX(nvFatbinHandle handle, const char *code, size_t size, const char *arch, const char *identifier,
                              const char *optionsCmdLine)
{
	if (!handle || !code || !arch)
		return NVFATBIN_ERROR_NULL_POINTER;
	struct aw_nvfat_input input = { arch, identifier, optionsCmdLine, handle->flags };
	return (nvFatbinResult)aw_nvfat_add_ptx(&handle->body, &input, code, size);
}

nvFatbinResult nvFatbinAddCubin(nvFatbinHandle handle, const void *code, size_t size, const char *arch, const char *identifier)
{
	if (!handle || !code || !arch)
		return NVFATBIN_ERROR_NULL_POINTER;
	struct aw_nvfat_input input = { arch, identifier, NULL, handle->flags };
	return (nvFatbinResult)aw_nvfat_add_elf(&handle->body, &input, code, size);
}

nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle handle, const void *code, size_t size, const char *arch, const char *identifier,
                                const char *optionsCmdLine)
{
	if (!handle || !code || !arch)
		return NVFATBIN_ERROR_NULL_POINTER;
	struct aw_nvfat_input input = { arch, identifier, optionsCmdLine, handle->flags };
	return (nvFatbinResult)aw_nvfat_add_nvvm(&handle->body, &input, code, size);
}

nvFatbinResult nvFatbinAddIndex(nvFatbinHandle handle, const void *code, size_t size, const char *identifier)
{
	(void)identifier;
	if (!handle || !code)
		return NVFATBIN_ERROR_NULL_POINTER;
	return size ? NVFATBIN_ERROR_INVALID_INDEX : NVFATBIN_ERROR_EMPTY_INPUT;
}

nvFatbinResult nvFatbinAddReloc(nvFatbinHandle handle, const void *code, size_t size)
{
	return handle && code ? (nvFatbinResult)aw_nvfat_add_object(&handle->body, code, size) : NVFATBIN_ERROR_NULL_POINTER;
}

// --- the result ---

nvFatbinResult nvFatbinSize(nvFatbinHandle handle, size_t *size)
{
	if (!handle || !size)
		return NVFATBIN_ERROR_NULL_POINTER;
	aw_str_finish(&handle->made);
	if (!aw_nvfat_close(&handle->body, &handle->made)) {
		aw_str_finish(&handle->made);
		return NVFATBIN_ERROR_INTERNAL;
	}
	*size = handle->made.length;
	return NVFATBIN_SUCCESS;
}

nvFatbinResult nvFatbinGet(nvFatbinHandle handle, void *buffer)
{
	if (!handle || !buffer)
		return NVFATBIN_ERROR_NULL_POINTER;
	if (!handle->made.length)
		return NVFATBIN_ERROR_INTERNAL;
	memcpy(buffer, handle->made.text, handle->made.length);
	return NVFATBIN_SUCCESS;
}

nvFatbinResult nvFatbinVersion(unsigned int *major, unsigned int *minor)
{
	if (!major || !minor)
		return NVFATBIN_ERROR_NULL_POINTER;
	*major = 12;
	*minor = 6;
	return NVFATBIN_SUCCESS;
}
