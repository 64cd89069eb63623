// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Unified Addressing" and the managed memory of "Memory Management".
#include "../core/memory.h"
#include "api.h"

cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags)
{
	return AW_CALL(aw_core_memory_allocate(AW_MEMORY_MANAGED, size, flags, devPtr));
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)
{
	return AW_CALL(aw_core_memory_attributes(ptr, attributes));
}

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice, cudaStream_t stream)
{
	return AW_CALL(aw_core_memory_prefetch(devPtr, count, dstDevice, stream));
}

// The device or the host that LOCATION names; every NUMA node is the host.
static aw_status place_of(struct cudaMemLocation location, int *device)
{
	switch (location.type) {
	case cudaMemLocationTypeDevice: *device = location.id; return AW_OK;
	case cudaMemLocationTypeHost:
	case cudaMemLocationTypeHostNuma:
	case cudaMemLocationTypeHostNumaCurrent: *device = cudaCpuDeviceId; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

static aw_status prefetch(const void *address, size_t size, struct cudaMemLocation location, unsigned flags,
                          cudaStream_t stream)
{
	int device;
	aw_status status = flags ? AW_INVALID_VALUE : place_of(location, &device);
	return status == AW_OK ? aw_core_memory_prefetch(address, size, device, stream) : status;
}

cudaError_t cudaMemPrefetchAsync_v2(const void *devPtr, size_t count, struct cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream)
{
	return AW_CALL(prefetch(devPtr, count, location, flags, stream));
}

cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice, int device)
{
	return AW_CALL(aw_core_memory_advise(devPtr, count, advice, device));
}

static aw_status advise(const void *address, size_t size, enum cudaMemoryAdvise advice,
                        struct cudaMemLocation location)
{
	int device = cudaCpuDeviceId;
	bool ignored = advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly ||
	               advice == cudaMemAdviseUnsetPreferredLocation;
	aw_status status = ignored ? AW_OK : place_of(location, &device);
	return status == AW_OK ? aw_core_memory_advise(address, size, advice, device) : status;
}

cudaError_t cudaMemAdvise_v2(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location)
{
	return AW_CALL(advise(devPtr, count, advice, location));
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataSize, enum cudaMemRangeAttribute attribute,
                                     const void *devPtr, size_t count)
{
	return AW_CALL(aw_core_memory_query(data, dataSize, attribute, devPtr, count));
}

static aw_status query_all(void **data, const size_t *sizes, const enum cudaMemRangeAttribute *attributes,
                           size_t attribute_count, const void *address, size_t size)
{
	if (!data || !sizes || !attributes || !attribute_count)
		return AW_INVALID_VALUE;
	aw_status status = AW_OK;
	for (size_t i = 0; i < attribute_count && status == AW_OK; i++)
		status = aw_core_memory_query(data[i], sizes[i], attributes[i], address, size);
	return status;
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataSizes, enum cudaMemRangeAttribute *attributes,
                                      size_t numAttributes, const void *devPtr, size_t count)
{
	return AW_CALL(query_all(data, dataSizes, attributes, numAttributes, devPtr, count));
}
