// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels ask of the device that runs them (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism", API reference).
// Of other devices a kernel learns nothing.
#include "cpu_device.h"

static bool property(const struct cudaDeviceProp *properties, enum cudaDeviceAttr attribute, int *value)
{
	switch ((int)attribute) {
#define AW_ATTRIBUTE(name, field) \
	case cudaDevAttr##name: *value = (int)properties->field; return true;
#include "../attributes.def"
#undef AW_ATTRIBUTE
	default: return false;
	}
}

static aw_status attribute(struct aw_device *device, enum cudaDeviceAttr attribute, int *value)
{
	if ((int)attribute <= 0 || attribute >= cudaDevAttrMax)
		return AW_INVALID_VALUE;
	return property(device->properties, attribute, value) ? AW_OK : device->driver->device->attribute(device, attribute, value);
}

int32_t aw_cpu_query(struct aw_cpu_thread *thread, uint32_t what, int32_t number, void *result)
{
	struct aw_device *device = &aw_cpu_block_of(aw_cpu_fiber_of(thread))->sm->device->base;
	if (!result)
		return cudaErrorInvalidValue;
	switch ((enum aw_cpu_query)what) {
	case AW_CPU_QUERY_DEVICE: *(int *)result = (int)device->ordinal; return cudaSuccess;
	case AW_CPU_QUERY_COUNT: *(int *)result = (int)device->count; return cudaSuccess;
	case AW_CPU_QUERY_ATTRIBUTE: return (int32_t)attribute(device, (enum cudaDeviceAttr)number, result);
	case AW_CPU_QUERY_LIMIT: return (int32_t)device->driver->device->get_limit(device, (enum cudaLimit)number, result);
	}
	return cudaErrorInvalidValue;
}
