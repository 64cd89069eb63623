// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting the functions that a transform calls.  On GPUs they are refused: NVIDIA's library links them into its own kernels,
// which only its linker can.
#include <stdlib.h>

#include "../common/shim.h"
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
