// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Library Management".
#include "../core/launch.h"
#include "api.h"
#include "library.h"

static aw_status load(cudaLibrary_t *library, const void *code, const char *path)
{
	struct aw_context *context;
	aw_status status = aw_core_context_healthy(&context);
	return status == AW_OK ? aw_api_library_load(library, code, path) : status;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jitOptions, void **jitOptionsValues,
                                unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions,
                                void **libraryOptionValues, unsigned int numLibraryOptions)
{
	(void)jitOptions, (void)jitOptionsValues, (void)numJitOptions;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	return AW_CALL(load(library, code, NULL));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *fileName, enum cudaJitOption *jitOptions,
                                    void **jitOptionsValues, unsigned int numJitOptions,
                                    enum cudaLibraryOption *libraryOptions, void **libraryOptionValues,
                                    unsigned int numLibraryOptions)
{
	(void)jitOptions, (void)jitOptionsValues, (void)numJitOptions;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	return AW_CALL(load(library, NULL, fileName));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
	return AW_CALL(aw_api_library_unload(library));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *pKernel, cudaLibrary_t library, const char *name)
{
	return AW_CALL(aw_api_library_kernel(pKernel, library, name));
}

cudaError_t cudaLibraryGetGlobal(void **dptr, size_t *bytes, cudaLibrary_t library, const char *name)
{
	return AW_CALL(aw_api_library_variable(dptr, bytes, library, name, false));
}

cudaError_t cudaLibraryGetManaged(void **dptr, size_t *bytes, cudaLibrary_t library, const char *name)
{
	return AW_CALL(aw_api_library_variable(dptr, bytes, library, name, true));
}

cudaError_t cudaLibraryGetUnifiedFunction(void **fptr, cudaLibrary_t library, const char *symbol)
{
	return AW_CALL(aw_api_library_unified(fptr, library, symbol));
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t lib)
{
	return AW_CALL(aw_api_library_count(count, lib));
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int numKernels, cudaLibrary_t lib)
{
	return AW_CALL(aw_api_library_list(kernels, numKernels, lib));
}

static aw_status set_attribute(cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device)
{
	struct CUfunc_st *function;
	aw_status status = kernel ? aw_core_module_kernel(kernel, &function) : AW_INVALID_VALUE;
	if (status == AW_OK && device != (int)function->context->ordinal)
		status = AW_INVALID_DEVICE;
	return status == AW_OK ? aw_core_function_set(function, attribute, value) : status;
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value, int device)
{
	return AW_CALL(set_attribute(kernel, attr, value, device));
}
