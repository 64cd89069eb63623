// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Module Management".
#include "../core/program.h"
#include "cu_legacy_launch.h"
#include "cu_texture.h"

CUresult cuModuleLoad(CUmodule *module, const char *fname)
{
	return AW_CU_CONTEXT_CALL(aw_core_program_load_file(fname, module));
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
	return AW_CU_CONTEXT_CALL(aw_core_program_load(image, 0, module));
}

// An empty log, where the caller has room for one: compiling says nothing.
static void empty_log(unsigned count, const CUjit_option *options, void **values)
{
	for (unsigned i = 0; i < count; i++) {
		if ((options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER) && values[i])
			*(char *)values[i] = '\0';
		if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ||
		    options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
			values[i] = NULL; // the size that was used
	}
}

static aw_status load_with_options(CUmodule *module, const void *image, unsigned count,
                                   const CUjit_option *options, void **values)
{
	if (count && (!options || !values))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_program_load(image, 0, module);
	empty_log(count, options, values);
	return status;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options,
                            void **optionValues)
{
	return AW_CU_CONTEXT_CALL(load_with_options(module, image, numOptions, options, optionValues));
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin)
{
	return AW_CU_CONTEXT_CALL(aw_core_program_load(fatCubin, 0, module));
}

static aw_status unload(CUmodule module)
{
	aw_api_texture_references_drop(module);
	if (module)
		aw_api_legacy_launches_drop(module);
	return aw_core_program_unload(module);
}

CUresult cuModuleUnload(CUmodule hmod)
{
	return AW_CU_CALL(unload(hmod));
}

static aw_status loading_mode(CUmoduleLoadingMode *mode)
{
	if (!mode)
		return AW_INVALID_VALUE;
	*mode = CU_MODULE_LAZY_LOADING;
	return AW_OK;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
	return AW_CU_CALL(loading_mode(mode));
}

CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
{
	return AW_CU_CALL(aw_core_program_function(hmod, name, hfunc));
}

static aw_status get_global(CUdeviceptr *address, size_t *size, CUmodule module, const char *name)
{
	void *found;
	aw_status status = aw_core_program_variable(module, name, &found, size);
	if (status == AW_OK && address)
		*address = (CUdeviceptr)(uintptr_t)found;
	return status;
}

CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name)
{
	return AW_CU_CALL(get_global(dptr, bytes, hmod, name));
}

static aw_status list_functions(CUfunction *functions, unsigned count, CUmodule module)
{
	unsigned all;
	if (!functions || !count)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_program_count(module, &all);
	for (unsigned i = 0; i < count && i < all && status == AW_OK; i++) {
		const char *name;
		status = aw_core_program_kernel_name(module, i, &name);
		if (status == AW_OK)
			status = aw_core_program_function(module, name, &functions[i]);
	}
	return status;
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod)
{
	return AW_CU_CALL(count ? aw_core_program_count(mod, count) : AW_INVALID_VALUE);
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int numFunctions, CUmodule mod)
{
	return AW_CU_CALL(list_functions(functions, numFunctions, mod));
}

static aw_status loading_state(CUfunctionLoadingState *state, CUfunction function)
{
	if (!state || !function)
		return AW_INVALID_VALUE;
	*state = CU_FUNCTION_LOADING_STATE_LOADED;
	return AW_OK;
}

// A function is loaded with its module.
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
	return AW_CU_CALL(loading_state(state, function));
}

CUresult cuFuncLoad(CUfunction function)
{
	return AW_CU_CALL(function ? AW_OK : AW_INVALID_HANDLE);
}
