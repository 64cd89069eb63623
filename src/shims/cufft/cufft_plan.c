// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is set on plans, and the version (cuFFT API Reference, "cuFFT Caller Allocated Work Area Support", "cuFFT Plan
// Properties").
#include "cufft_plan.h"

// Runs WORK, which sees `plan` and may set `result`, on a plan of ours, or NAME(handle, word) of NVIDIA's library on one of its.
#define WITH_PLAN(handle, name, word, work) \
	aw_cufft_plan *plan = aw_cufft_plan_find(handle); \
	cufftResult result = CUFFT_SUCCESS; \
	if (!plan) \
		return CUFFT_INVALID_PLAN; \
	if (plan->native) { \
		result = aw_cufft_native_open()->name(plan->native_handle, word); \
	} else { \
		work; \
	} \
	aw_cufft_plan_release(plan); \
	return result
#define WORDS(...) __VA_ARGS__

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	if (!plan)
		return CUFFT_INVALID_PLAN;
	plan->stream = stream;
	cufftResult result = plan->native ? aw_cufft_native_open()->cufftSetStream(plan->native_handle, stream) : CUFFT_SUCCESS;
	aw_cufft_plan_release(plan);
	return result;
}

cufftResult cufftGetSize(cufftHandle handle, size_t *workSize)
{
	if (!workSize)
		return CUFFT_INVALID_VALUE;
	WITH_PLAN(handle, cufftGetSize, workSize, *workSize = plan->work_size);
}

cufftResult cufftSetWorkArea(cufftHandle handle, void *workArea)
{
	WITH_PLAN(handle, cufftSetWorkArea, workArea, plan->area = workArea);
}

cufftResult cufftXtSetWorkArea(cufftHandle handle, void **workArea)
{
	if (!workArea)
		return CUFFT_INVALID_VALUE;
	WITH_PLAN(handle, cufftXtSetWorkArea, workArea, plan->area = workArea[0]);
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int autoAllocate)
{
	WITH_PLAN(handle, cufftSetAutoAllocation, autoAllocate,
		if (plan->made) result = CUFFT_INVALID_PLAN; else plan->own_area = autoAllocate != 0);
}

cufftResult cufftXtSetWorkAreaPolicy(cufftHandle handle, cufftXtWorkAreaPolicy policy, size_t *workSize)
{
	if (policy < CUFFT_WORKAREA_MINIMAL || policy > CUFFT_WORKAREA_PERFORMANCE)
		return CUFFT_INVALID_VALUE;
	WITH_PLAN(handle, cufftXtSetWorkAreaPolicy, WORDS(policy, workSize), if (workSize) *workSize = plan->work_size);
}

static bool is_property(cufftProperty property)
{
	return property == NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT || property == NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS;
}

cufftResult cufftSetPlanPropertyInt64(cufftHandle handle, cufftProperty property, const long long value)
{
	if (!is_property(property))
		return CUFFT_NOT_SUPPORTED;
	WITH_PLAN(handle, cufftSetPlanPropertyInt64, WORDS(property, value),
		if (plan->made) result = CUFFT_INVALID_PLAN; else plan->properties[property - 1] = value);
}

cufftResult cufftGetPlanPropertyInt64(cufftHandle handle, cufftProperty property, long long *value)
{
	if (!is_property(property))
		return CUFFT_NOT_SUPPORTED;
	if (!value)
		return CUFFT_INVALID_VALUE;
	WITH_PLAN(handle, cufftGetPlanPropertyInt64, WORDS(property, value), *value = plan->properties[property - 1]);
}

cufftResult cufftResetPlanProperty(cufftHandle handle, cufftProperty property)
{
	if (!is_property(property))
		return CUFFT_NOT_SUPPORTED;
	WITH_PLAN(handle, cufftResetPlanProperty, property,
		if (plan->made) result = CUFFT_INVALID_PLAN; else plan->properties[property - 1] = 0);
}

cufftResult cufftGetVersion(int *version)
{
	if (!version)
		return CUFFT_INVALID_VALUE;
	*version = CUFFT_VERSION;
	return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
	if (!value)
		return CUFFT_INVALID_VALUE;
	switch (type) {
	case MAJOR_VERSION: *value = CUFFT_VER_MAJOR; return CUFFT_SUCCESS;
	case MINOR_VERSION: *value = CUFFT_VER_MINOR; return CUFFT_SUCCESS;
	case PATCH_LEVEL: *value = CUFFT_VER_PATCH; return CUFFT_SUCCESS;
	default: return CUFFT_INVALID_VALUE;
	}
}
