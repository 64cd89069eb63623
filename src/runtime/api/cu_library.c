// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Library Management" and the linker of "Module Management".  A library is a module of the device
// that is current when it is loaded.  The linker gives a single input back, as what awcc made is linked; several become one module of
// bitcode, by the compiler.
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../core/launch.h"
#include "../core/range.h"
#include "../core/program.h"
#include "cu_result.h"
#include "library.h"

struct CUlib_st {
	struct aw_handle handle;
	struct CUmod_st *module;
};

static struct aw_handle_class libraries = AW_HANDLE_CLASS(struct CUlib_st);

aw_status aw_api_library_load(CUlibrary *library, const void *code, const char *path)
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
	return AW_CU_CONTEXT_CALL(aw_api_library_load(library, code, NULL));
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions,
                               void **libraryOptionValues, unsigned int numLibraryOptions)
{
	(void)jitOptions, (void)jitOptionsValues, (void)numJitOptions;
	(void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
	return AW_CU_CONTEXT_CALL(aw_api_library_load(library, NULL, fileName));
}

aw_status aw_api_library_unload(CUlibrary library)
{
	if (!aw_core_handle_valid(&libraries, library))
		return AW_INVALID_HANDLE;
	aw_status status = aw_core_program_unload(library->module);
	aw_core_handle_destroy(&libraries, library);
	return status;
}

CUresult cuLibraryUnload(CUlibrary library)
{
	return AW_CU_CALL(aw_api_library_unload(library));
}

aw_status aw_api_library_kernel(CUkernel *result, CUlibrary library, const char *name)
{
	if (!result || !name)
		return AW_INVALID_VALUE;
	return aw_core_handle_valid(&libraries, library) ? aw_core_program_kernel(library->module, name, result) : AW_INVALID_HANDLE;
}

CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name)
{
	return AW_CU_CALL(aw_api_library_kernel(pKernel, library, name));
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

aw_status aw_api_library_variable(void **address, size_t *bytes, CUlibrary library, const char *name, bool managed)
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
		*address = found;
	return status;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
	return AW_CU_CONTEXT_CALL(aw_api_library_variable((void **)dptr, bytes, library, name, false));
}

CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
	return AW_CU_CALL(aw_api_library_variable((void **)dptr, bytes, library, name, true));
}

// No device has CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS, so there are none.
aw_status aw_api_library_unified(void **function, CUlibrary library, const char *name)
{
	if (!function || !name)
		return AW_INVALID_VALUE;
	return aw_core_handle_valid(&libraries, library) ? AW_SYMBOL_NOT_FOUND : AW_INVALID_HANDLE;
}

CUresult cuLibraryGetUnifiedFunction(void **fptr, CUlibrary library, const char *symbol)
{
	return AW_CU_CALL(aw_api_library_unified(fptr, library, symbol));
}

aw_status aw_api_library_count(unsigned *count, CUlibrary library)
{
	if (!count)
		return AW_INVALID_VALUE;
	return aw_core_handle_valid(&libraries, library) ? aw_core_program_count(library->module, count) : AW_INVALID_HANDLE;
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib)
{
	return AW_CU_CALL(aw_api_library_count(count, lib));
}

aw_status aw_api_library_list(CUkernel *kernels, unsigned count, CUlibrary library)
{
	unsigned all;
	if (!kernels || !count)
		return AW_INVALID_VALUE;
	aw_status status = aw_api_library_count(&all, library);
	for (unsigned i = 0; i < count && i < all && status == AW_OK; i++) {
		const char *name;
		status = aw_core_program_kernel_name(library->module, i, &name);
		if (status == AW_OK)
			status = aw_core_program_kernel(library->module, name, &kernels[i]);
	}
	return status;
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib)
{
	return AW_CU_CALL(aw_api_library_list(kernels, numKernels, lib));
}

static aw_status owner(CUlibrary *library, CUkernel kernel)
{
	const struct CUmod_st *module = aw_core_program_kernel_owner(kernel);
	if (!library)
		return AW_INVALID_VALUE;
	for (struct CUlib_st *known = NULL; module && (known = aw_core_handle_next(&libraries, known));)
		if (known->module == module) {
			*library = known;
			return AW_OK;
		}
	return AW_INVALID_HANDLE;
}

CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel)
{
	return AW_CU_CALL(owner(pLib, kernel));
}

// The function of a kernel of a library or, by its symbol, of the executable.
static aw_status function_of(CUkernel kernel, CUfunction *function)
{
	aw_status status = kernel ? aw_core_module_kernel(kernel, function) : AW_INVALID_HANDLE;
	return status == AW_INVALID_DEVICE_FUNCTION ? AW_INVALID_HANDLE : status;
}

// The same for what is asked of DEVICE: a kernel is of the current one.
static aw_status function_on(CUkernel kernel, CUdevice device, CUfunction *function)
{
	struct aw_context *context;
	aw_status status = function_of(kernel, function);
	return status == AW_OK ? aw_core_context_find(device, &context) : status;
}

CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev)
{
	CUfunction function = NULL;
	aw_status status = function_on(kernel, dev, &function);
	return status == AW_OK ? cuFuncGetAttribute(pi, attrib, function) : AW_CU_CALL(status);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev)
{
	CUfunction function = NULL;
	aw_status status = function_on(kernel, dev, &function);
	return status == AW_OK ? cuFuncSetAttribute(function, attrib, val) : AW_CU_CALL(status);
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize)
{
	CUfunction function = NULL;
	aw_status status = function_of(kernel, &function);
	return status == AW_OK ? cuFuncGetParamInfo(function, paramIndex, paramOffset, paramSize) : AW_CU_CALL(status);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev)
{
	CUfunction function = NULL;
	aw_status status = function_on(kernel, dev, &function);
	return status == AW_OK ? cuFuncSetCacheConfig(function, config) : AW_CU_CALL(status);
}

// --- the linker ---

struct link_input {
	CUjitInputType type;
	char *name, *data;
	size_t size;
};

struct CUlinkState_st {
	struct aw_handle handle;
	AW_VEC(struct link_input) inputs;
	struct aw_str linked; // of several
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

// An archive without members, as libcudadevrt.a is one here, has nothing to link.
static bool is_empty_archive(const void *data, size_t size)
{
	static const char empty[] = "!<arch>\n";
	return size == sizeof(empty) - 1 && !memcmp(data, empty, size);
}

static void finish_input(struct link_input *input)
{
	free(input->name);
	free(input->data);
}

static bool loads(const struct link_input *input)
{
	struct CUmod_st *module;
	bool is_ptx = input->type == CU_JIT_INPUT_PTX;
	if (aw_core_program_load(input->data, is_ptx ? 0 : input->size, &module) != AW_OK)
		return false;
	aw_core_program_unload(module);
	return true;
}

// Whether only the device knows what INPUT means: machine code, and on a GPU maybe PTX.
static bool is_native(const struct link_input *input)
{
	const struct aw_fatbin_header *header;
	struct aw_context *context;
	if (input->type == CU_JIT_INPUT_PTX)
		return aw_core_context_current(&context) == AW_OK && context->driver->takes_ptx;
	return aw_fatbin_open(input->data, input->size, &header) != AW_OK || !aw_fatbin_find(header, AW_FATBIN_BITCODE, NULL);
}

// What nobody could load or link is found at once; what INPUT lacks may come with another one.
static aw_status check_input(const struct link_input *input)
{
	struct aw_str result = { 0 };
	struct aw_jit_input one = { input->name, input->data, input->size };
	if (is_native(input) && loads(input))
		return AW_OK;
	aw_status status = aw_core_program_link(&one, 1, &result);
	aw_str_finish(&result);
	return status;
}

static aw_status add_data(CUlinkState state, CUjitInputType type, const void *data, size_t size, const char *name)
{
	if (!aw_core_handle_valid(&links, state))
		return AW_INVALID_HANDLE;
	if (!data || !size || (unsigned)type >= CU_JIT_NUM_INPUT_TYPES)
		return AW_INVALID_VALUE;
	if (type == CU_JIT_INPUT_LIBRARY && is_empty_archive(data, size))
		return AW_OK;
	struct link_input input = { type, strdup(name ? name : "input"), malloc(size + 1), size };
	aw_status status = input.name && input.data ? AW_OK : AW_NO_MEMORY;
	if (status == AW_OK) {
		memcpy(input.data, data, size);
		input.data[size] = '\0'; // text may come without its end
		if (type == CU_JIT_INPUT_PTX)
			input.size = strlen(input.data) + 1;
		status = check_input(&input);
	}
	if (status == AW_OK && !aw_vec_push(&state->inputs, input))
		status = AW_NO_MEMORY;
	if (status != AW_OK)
		finish_input(&input);
	return status;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                       unsigned int numOptions, CUjit_option *options, void **optionValues)
{
	(void)numOptions, (void)options, (void)optionValues;
	return AW_CU_CONTEXT_CALL(add_data(state, type, data, size, name));
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
	status = add_data(state, type, data, size, path);
	free(data);
	return status;
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions,
                       CUjit_option *options, void **optionValues)
{
	(void)numOptions, (void)options, (void)optionValues;
	return AW_CU_CONTEXT_CALL(add_file(state, type, path));
}

static aw_status link_all(CUlinkState state)
{
	size_t count = state->inputs.count;
	struct aw_jit_input *inputs = calloc(count, sizeof(*inputs));
	if (!inputs)
		return AW_NO_MEMORY;
	for (size_t i = 0; i < count; i++) {
		const struct link_input *input = &state->inputs.items[i];
		inputs[i] = (struct aw_jit_input){ input->name, input->data, input->size };
	}
	aw_str_cut(&state->linked, 0);
	aw_status status = aw_core_program_link(inputs, count, &state->linked);
	free(inputs);
	return status;
}

// One input is the image itself; several are linked.  What is undefined then is an error here, as it is for a driver.
static aw_status complete(CUlinkState state, void **image, size_t *size)
{
	struct CUmod_st *module;
	if (!aw_core_handle_valid(&links, state))
		return AW_INVALID_HANDLE;
	if (!image || !state->inputs.count)
		return AW_INVALID_VALUE;
	const struct link_input *first = &state->inputs.items[0];
	bool several = state->inputs.count > 1;
	aw_status status = several ? link_all(state) : AW_OK;
	char *data = several ? state->linked.text : first->data;
	size_t length = several ? state->linked.length : first->size;
	if (status == AW_OK)
		status = aw_core_program_load(data, !several && first->type == CU_JIT_INPUT_PTX ? 0 : length, &module);
	if (status != AW_OK)
		return status;
	aw_core_program_unload(module);
	*image = data;
	if (size)
		*size = length;
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
	for (size_t i = 0; i < state->inputs.count; i++)
		finish_input(&state->inputs.items[i]);
	aw_vec_finish(&state->inputs);
	aw_str_finish(&state->linked);
	aw_core_handle_destroy(&links, state);
	return AW_OK;
}

CUresult cuLinkDestroy(CUlinkState state)
{
	return AW_CU_CALL(destroy_link(state));
}
