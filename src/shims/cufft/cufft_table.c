// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The handles of plans: numbers from 1 up, the freed ones first.
#include <stdlib.h>

#include "../common/shim.h"
#include "cufft_plan.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static aw_cufft_plan **plans; // by handle - 1; NULL: free
static int count;

aw_cufft_plan *aw_cufft_plan_find(cufftHandle handle)
{
	aw_cufft_plan *plan = NULL;
	pthread_mutex_lock(&lock);
	if (handle >= 1 && handle <= count && (plan = plans[handle - 1]))
		atomic_fetch_add(&plan->count, 1);
	pthread_mutex_unlock(&lock);
	return plan;
}

static void destroy(aw_cufft_plan *plan)
{
	const aw_cufft_engine *engine = aw_cufft_engine_of(&plan->shape);
	for (int way = 0; way < AW_CUFFT_WAYS; way++)
		if (plan->engines[way])
			engine->destroy(plan->engines[way]);
	free(plan->staging[0]);
	free(plan->staging[1]);
	if (plan->native)
		aw_cufft_native_open()->cufftDestroy(plan->native_handle);
	pthread_mutex_destroy(&plan->lock);
	free(plan);
}

void aw_cufft_plan_release(aw_cufft_plan *plan)
{
	if (atomic_fetch_sub(&plan->count, 1) == 1)
		destroy(plan);
}

static bool enter(aw_cufft_plan *plan, cufftHandle *handle)
{
	int at = 0;
	while (at < count && plans[at])
		at++;
	if (at == count) {
		aw_cufft_plan **more = realloc(plans, (size_t)(2 * count + 8) * sizeof(*more));
		if (!more)
			return false;
		for (int i = count; i < 2 * count + 8; i++)
			more[i] = NULL;
		plans = more;
		count = 2 * count + 8;
	}
	plans[at] = plan;
	*handle = at + 1;
	return true;
}

// On a GPU the plan is one of NVIDIA's library.
static cufftResult begin(aw_cufft_plan *plan)
{
	plan->count = 1;
	plan->own_area = true;
	pthread_mutex_init(&plan->lock, NULL);
	enum aw_shim_device device = aw_shim_device_current();
	if (device != AW_SHIM_GPU)
		return device == AW_SHIM_CPU ? CUFFT_SUCCESS : CUFFT_SETUP_FAILED;
	const aw_cufft_native *native = aw_cufft_native_open();
	cufftResult result = native ? native->cufftCreate(&plan->native_handle) : CUFFT_SETUP_FAILED;
	plan->native = result == CUFFT_SUCCESS;
	return result;
}

cufftResult cufftCreate(cufftHandle *handle)
{
	if (!handle)
		return CUFFT_INVALID_VALUE;
	aw_cufft_plan *plan = calloc(1, sizeof(*plan));
	if (!plan)
		return CUFFT_ALLOC_FAILED;
	cufftResult result = begin(plan);
	pthread_mutex_lock(&lock);
	if (result == CUFFT_SUCCESS && !enter(plan, handle))
		result = CUFFT_ALLOC_FAILED;
	pthread_mutex_unlock(&lock);
	if (result != CUFFT_SUCCESS)
		aw_cufft_plan_release(plan);
	return result;
}

cufftResult cufftDestroy(cufftHandle handle)
{
	aw_cufft_plan *plan = NULL;
	pthread_mutex_lock(&lock);
	if (handle >= 1 && handle <= count) {
		plan = plans[handle - 1];
		plans[handle - 1] = NULL;
	}
	pthread_mutex_unlock(&lock);
	if (!plan)
		return CUFFT_INVALID_PLAN;
	aw_cufft_plan_release(plan);
	return CUFFT_SUCCESS;
}
