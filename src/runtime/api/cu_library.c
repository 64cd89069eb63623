// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Library Management" and the linker of "Module Management".  A library is a module of the device
// that is current when it is loaded.  The linker takes one input that is complete, and gives it back: what
// awcc made is linked.
#include "cu_library.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../core/launch.h"
#include "../core/program.h"
#include "../core/range.h"

// A kernel of a library, by a handle of its own.
struct CUkern_st {
	struct aw_handle handle;
	struct CUlib_st *library;
	CUfunction function;
};

struct CUlib_st {
	struct aw_handle handle;
	struct CUmod_st *module;
};

static struct aw_handle_class libraries = AW_HANDLE_CLASS(struct CUlib_st);
static struct aw_handle_class kernels = AW_HANDLE_CLASS(struct CUkern_st);

struct CUfunc_st *aw_api_library_function(const void *kernel)
{
	return aw_core_handle_valid(&kernels, kernel) ? ((const struct CUkern_st *)kernel)->function : NULL;
}

static aw_status load(CUlibrary *library, const void *code, const char *path)
{
	struct CUmod_st *module;
	if (!library || !(code || path))
		return AW_INVALID_VALUE;
	aw_status status = code ? aw_core_program_load(code, 0, &module) : aw_core_program_load_file(path, &module);
	if (status != AW_OK)
		return status;
	struct CUlib_st *made = aw_core_handle_create(&libraries);
	if (!made) {
		aw_core_program_unload(module);
		return AW_NO_MEMORY;
	}
	made->module = module;
	*library = made;
	return AW_OK;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions, void **jitOptionsValues,
                           unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned int numLibraryOptions)
{
	(void)jitOptions, (void)jitOptionsValues, (void)numJitOptions;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	return AW_CU_CONTEXT_CALL(load(library, code, NULL));
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions,
                               void **libraryOptionValues, unsigned int numLibraryOptions)
{
	(void)jitOptions, (void)jitOptionsValues, (void)numJitOptions;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	return AW_CU_CONTEXT_CALL(load(library, NULL, fileName));
}

static aw_status unload(CUlibrary library)
{
	if (!aw_core_handle_valid(&libraries, library))
		return AW_INVALID_HANDLE;
	for (struct CUkern_st *kernel = NULL; (kernel = aw_core_handle_next(&kernels, kernel));)
		if (kernel->library == library)
			aw_core_handle_destroy(&kernels, kernel);
	aw_status status = aw_core_program_unload(library->module);
	aw_core_handle_destroy(&libraries, library);
	return status;
}

CUresult cuLibraryUnload(CUlibrary library)
{
	return AW_CU_CALL(unload(library));
}

static aw_status get_kernel(CUkernel *result, CUlibrary library, const char *name)
{
	CUfunction function;
	if (!result || !name)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&libraries, library))
		return AW_INVALID_HANDLE;
	aw_status status = aw_core_program_function(library->module, name, &function);
	if (status != AW_OK)
		return status;
	for (struct CUkern_st *known = NULL; (known = aw_core_handle_next(&kernels, known));)
		if (known->function == function) {
			*result = known;
			return AW_OK;
		}
	struct CUkern_st *made = aw_core_handle_create(&kernels);
	if (!made)
		return AW_NO_MEMORY;
	made->library = library;
	made->function = function;
	*result = made;
	return AW_OK;
}

CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name)
{
	return AW_CU_CALL(get_kernel(pKernel, library, name));
}

static aw_status get_module(CUmodule *module, CUlibrary library)
{
	if (!module)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&libraries, library))
		return AW_INVALID_HANDLE;
	*module = library->module;
	return AW_OK;
}

CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library)
{
	return AW_CU_CONTEXT_CALL(get_module(pMod, library));
}

// A variable, where MANAGED only one that the host reaches too.
static aw_status get_variable(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name, bool managed)
{
	struct aw_range range;
	void *found;
	if (!address && !bytes)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&libraries, library))
		return AW_INVALID_HANDLE;
	aw_status status = aw_core_program_variable(library->module, name, &found, bytes);
	if (status == AW_OK && managed &&
	    (!aw_core_range_find(found, &range) || range.kind != AW_RANGE_MANAGED_VARIABLE))
		status = AW_SYMBOL_NOT_FOUND;
	if (status == AW_OK && address)
		*address = (CUdeviceptr)(uintptr_t)found;
	return status;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
	return AW_CU_CONTEXT_CALL(get_variable(dptr, bytes, library, name, false));
}

CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
	return AW_CU_CALL(get_variable(dptr, bytes, library, name, true));
}

// The function of a kernel of a library or, by its symbol, of the executable.
static aw_status function_of(CUkernel kernel, CUfunction *function)
{
	const struct aw_symbol *symbol = (const struct aw_symbol *)kernel;
	*function = aw_api_library_function(kernel);
	if (*function)
		return AW_OK;
	return kernel ? aw_core_module_kernel(symbol->host, function) : AW_INVALID_HANDLE;
}

CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev)
{
	CUfunction function = NULL;
	(void)dev; // a kernel is of the current device
	aw_status status = function_of(kernel, &function);
	return status == AW_OK ? cuFuncGetAttribute(pi, attrib, function) : AW_CU_CALL(status);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev)
{
	CUfunction function = NULL;
	(void)dev;
	aw_status status = function_of(kernel, &function);
	return status == AW_OK ? cuFuncSetAttribute(function, attrib, val) : AW_CU_CALL(status);
}

// --- the linker ---

struct CUlinkState_st {
	struct aw_handle handle;
	char *data;
	size_t size;
};

static struct aw_handle_class links = AW_HANDLE_CLASS(struct CUlinkState_st);

static aw_status create_link(CUlinkState *state)
{
	struct CUlinkState_st *made = state ? aw_core_handle_create(&links) : NULL;
	if (!made)
		return state ? AW_NO_MEMORY : AW_INVALID_VALUE;
	*state = made;
	return AW_OK;
}

CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut)
{
	(void)numOptions, (void)options, (void)optionValues;
	return AW_CU_CONTEXT_CALL(create_link(stateOut));
}

// Takes DATA, which is the linker's from then on.
static aw_status take_input(CUlinkState state, char *data, size_t size)
{
	if (state->data) {
		aw_error("driver", "cuLinkAddData: linking several inputs at run time is not supported; link them with awcc -dlink");
		free(data);
		return AW_NOT_SUPPORTED;
	}
	state->data = data;
	state->size = size;
	return AW_OK;
}

static aw_status add_data(CUlinkState state, CUjitInputType type, const void *data, size_t size)
{
	struct CUmod_st *module;
	if (!aw_core_handle_valid(&links, state))
		return AW_INVALID_HANDLE;
	if (!data || !size || (unsigned)type >= CU_JIT_NUM_INPUT_TYPES)
		return AW_INVALID_VALUE;
	char *copy = malloc(size + 1); // text may come without its end
	if (!copy)
		return AW_NO_MEMORY;
	memcpy(copy, data, size);
	copy[size] = '\0';
	aw_status status = aw_core_program_load(copy, type == CU_JIT_INPUT_PTX ? 0 : size, &module);
	if (status != AW_OK) {
		free(copy);
		return status;
	}
	aw_core_program_unload(module);
	return take_input(state, copy, size + (type == CU_JIT_INPUT_PTX));
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                       unsigned int numOptions, CUjit_option *options, void **optionValues)
{
	(void)name, (void)numOptions, (void)options, (void)optionValues;
	return AW_CU_CONTEXT_CALL(add_data(state, type, data, size));
}

static aw_status add_file(CUlinkState state, CUjitInputType type, const char *path)
{
	char *data;
	size_t size;
	if (!path)
		return AW_INVALID_VALUE;
	aw_status status = aw_os_read_file(path, &data, &size);
	if (status != AW_OK)
		return status;
	status = add_data(state, type, data, size);
	free(data);
	return status;
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions,
                       CUjit_option *options, void **optionValues)
{
	(void)numOptions, (void)options, (void)optionValues;
	return AW_CU_CONTEXT_CALL(add_file(state, type, path));
}

static aw_status complete(CUlinkState state, void **image, size_t *size)
{
	if (!aw_core_handle_valid(&links, state))
		return AW_INVALID_HANDLE;
	if (!image || !state->data)
		return AW_INVALID_VALUE;
	*image = state->data;
	if (size)
		*size = state->size;
	return AW_OK;
}

CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut)
{
	return AW_CU_CONTEXT_CALL(complete(state, cubinOut, sizeOut));
}

static aw_status destroy_link(CUlinkState state)
{
	if (!aw_core_handle_valid(&links, state))
		return AW_INVALID_HANDLE;
	free(state->data);
	aw_core_handle_destroy(&links, state);
	return AW_OK;
}

CUresult cuLinkDestroy(CUlinkState state)
{
	return AW_CU_CALL(destroy_link(state));
}
