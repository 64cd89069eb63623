// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting the functions that a transform calls: addresses in the program's code, or names in modules that are linked here before the plan
// is made.  On GPUs they are refused: NVIDIA's library links them into its own kernels,
// which only its linker can.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/shim_device_code.h"
#include "cufft_plan.h"

static bool is_store(cufftXtCallbackType type)
{
	return type >= CUFFT_CB_ST_COMPLEX;
}

// Whether a plan has elements of the type at the side of the function.
static bool fits(const aw_cufft_plan *plan, cufftXtCallbackType type)
{
	const aw_cufft_shape *shape = &plan->shape;
	if (!plan->made || (unsigned)type >= CUFFT_CB_UNDEFINED || shape->format <= AW_CUFFT_BF16)
		return false;
	int kind = (int)type % 4;
	bool real = is_store(type) ? shape->out.real : shape->in.real;
	return real == (kind >= 2) && (shape->format == AW_CUFFT_DOUBLE) == (kind % 2 == 1);
}

// The plan, which the caller releases, or NULL and why.
static aw_cufft_plan *find(cufftHandle handle, cufftXtCallbackType type, const char *name, cufftResult *result)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	*result = !plan ? CUFFT_INVALID_PLAN : plan->native ? CUFFT_NOT_SUPPORTED : fits(plan, type) ? CUFFT_SUCCESS
	                                                                                             : CUFFT_INVALID_VALUE;
	if (*result == CUFFT_NOT_SUPPORTED)
		aw_shim_log_error("cufft", "%s is not supported on GPUs", name);
	if (plan && *result != CUFFT_SUCCESS)
		aw_cufft_plan_release(plan);
	return *result == CUFFT_SUCCESS ? plan : NULL;
}

// Memory for both sides.  Kernels of the cpu device reach the host's, which can be freed by work of a stream.
static bool make_staging(aw_cufft_plan *plan)
{
	for (int side = 0; side < 2; side++)
		if (!plan->staging[side]) {
			size_t size = (aw_cufft_copy_size(&plan->shape, side) + 63) / 64 * 64;
			plan->staging[side] = aligned_alloc(64, size);
		}
	return plan->staging[0] && plan->staging[1];
}

cufftResult cufftXtSetCallback(cufftHandle handle, void **routine, cufftXtCallbackType type, void **info)
{
	cufftResult result;
	if (!routine || !routine[0])
		return CUFFT_INVALID_VALUE;
	aw_cufft_plan *plan = find(handle, type, "cufftXtSetCallback", &result);
	if (!plan)
		return result;
	aw_cufft_calls *calls = is_store(type) ? &plan->store : &plan->load;
	if (make_staging(plan))
		*calls = (aw_cufft_calls){ routine[0], info ? info[0] : NULL, type, calls->shared_size };
	else
		result = CUFFT_ALLOC_FAILED;
	aw_cufft_plan_release(plan);
	return result;
}

cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type)
{
	cufftResult result;
	aw_cufft_plan *plan = find(handle, type, "cufftXtClearCallback", &result);
	if (!plan)
		return result;
	(is_store(type) ? &plan->store : &plan->load)->function = NULL;
	aw_cufft_plan_release(plan);
	return CUFFT_SUCCESS;
}

// The manual's limit is 16 KiB.
cufftResult cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType type, size_t size)
{
	cufftResult result;
	if (size > 16384)
		return CUFFT_INVALID_VALUE;
	aw_cufft_plan *plan = find(handle, type, "cufftXtSetCallbackSharedSize", &result);
	if (!plan)
		return result;
	(is_store(type) ? &plan->store : &plan->load)->shared_size = size;
	aw_cufft_plan_release(plan);
	return CUFFT_SUCCESS;
}

// --- by name ---

static const char source[] =
	"%s __device__ %s %s(void *, unsigned long long, %s%svoid *, void *);\n"
	"__device__ %s (*function)(void *, unsigned long long, %s%svoid *, void *) = %s;\n";

// The source that takes the address of a function.  A name that C++ has mangled is that of the symbol itself.
static bool write_source(char *text, size_t size, const char *name, cufftXtCallbackType type)
{
	static const char *const elements[] = { "float2", "double2", "float", "double" };
	const char *element = elements[(int)type % 4], *result = is_store(type) ? "void" : element;
	const char *word = is_store(type) ? element : "", *comma = is_store(type) ? ", " : "";
	const char *linkage = strncmp(name, "_Z", 2) == 0 ? "extern \"C\"" : "";
	int length = snprintf(text, size, source, linkage, result, name, word, comma, result, word, comma, name);
	return length > 0 && (size_t)length < size;
}

// The address of the function in the code that is made of the program's module, or NULL.  The code stays: the last transform of a plan
// may end in a function of a stream, which mustn't call the runtime.
static void *link(const char *name, struct aw_shim_code part, cufftXtCallbackType type)
{
	char text[4096];
	void *place = NULL, *function = NULL;
	size_t size = 0;
	cudaLibrary_t code;
	if (!write_source(text, sizeof(text), name, type) || !aw_shim_device_code_load("cufft", text, &part, 1, &code))
		return NULL;
	if (cudaLibraryGetGlobal(&place, &size, code, "function") == cudaSuccess && size == sizeof(function) &&
	    cudaMemcpy(&function, place, sizeof(function), cudaMemcpyDeviceToHost) == cudaSuccess && function)
		return function;
	cudaLibraryUnload(code);
	return NULL;
}

cufftResult cufftXtSetJITCallback(cufftHandle handle, const char *name, const void *module, size_t size, cufftXtCallbackType type,
	void **info)
{
	if (!name || !*name || !module || !size || (unsigned)type >= CUFFT_CB_UNDEFINED)
		return CUFFT_INVALID_VALUE;
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	cufftResult result = !plan || plan->made ? CUFFT_INVALID_PLAN : plan->native ? CUFFT_NOT_SUPPORTED : CUFFT_SUCCESS;
	if (result == CUFFT_NOT_SUPPORTED)
		aw_shim_log_error("cufft", "cufftXtSetJITCallback is not supported on GPUs");
	if (result == CUFFT_SUCCESS) {
		aw_cufft_calls *calls = is_store(type) ? &plan->store : &plan->load;
		void *function = link(name, (struct aw_shim_code){ module, size }, type);
		result = function ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
		if (function)
			*calls = (aw_cufft_calls){ function, info ? info[0] : NULL, type, calls->shared_size };
	}
	if (plan)
		aw_cufft_plan_release(plan);
	return result;
}

cufftResult aw_cufft_calls_begin(aw_cufft_plan *plan)
{
	if (!plan->load.function && !plan->store.function)
		return CUFFT_SUCCESS;
	if ((plan->load.function && !fits(plan, plan->load.type)) || (plan->store.function && !fits(plan, plan->store.type)))
		return CUFFT_INVALID_VALUE;
	return make_staging(plan) ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}
