// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Unified Addressing" and the managed memory of "Memory Management".
#include "../core/memory.h"
#include "../core/stream.h"
#include "api.h"
#include "batch.h"

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

// --- batches ---

struct batch {
	void **addresses;
	const size_t *sizes;
	size_t count;
	const struct cudaMemLocation *places; // one for each part
	struct aw_batch_parts parts;
};

static aw_status check_batch(const struct batch *batch, bool places, unsigned long long flags, cudaStream_t stream)
{
	if (!batch->addresses || !batch->sizes || !batch->count || flags)
		return AW_INVALID_VALUE;
	bool good = !aw_batch_is_legacy(stream) && (!places || (batch->places && aw_batch_parts_fit(&batch->parts, batch->count)));
	return good ? AW_OK : AW_INVALID_VALUE;
}

static aw_status prefetch_batch(const struct batch *batch, unsigned long long flags, cudaStream_t stream)
{
	size_t k = 0;
	aw_status status = check_batch(batch, true, flags, stream);
	for (size_t i = 0; i < batch->count && status == AW_OK; i++) {
		k = aw_batch_part(&batch->parts, i, k);
		status = prefetch(batch->addresses[i], batch->sizes[i], batch->places[k], 0, stream);
	}
	return status;
}

// What is discarded may stay as it is: only the arguments are looked at.
static aw_status discard_batch(const struct batch *batch, unsigned long long flags, cudaStream_t handle)
{
	struct CUstream_st *stream;
	struct aw_range range;
	aw_status status = check_batch(batch, false, flags, handle);
	if (status == AW_OK)
		status = aw_core_stream_find(handle, &stream);
	for (size_t i = 0; i < batch->count && status == AW_OK; i++)
		if (!aw_core_range_find(batch->addresses[i], &range) || range.kind != AW_RANGE_MANAGED)
			status = AW_INVALID_VALUE;
	return status;
}

cudaError_t cudaMemPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count, struct cudaMemLocation *prefetchLocs,
                                      size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags,
                                      cudaStream_t stream)
{
	struct batch batch = { dptrs, sizes, count, prefetchLocs, { prefetchLocIdxs, numPrefetchLocs } };
	return AW_CALL(prefetch_batch(&batch, flags, stream));
}

cudaError_t cudaMemDiscardBatchAsync(void **dptrs, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream)
{
	struct batch batch = { .addresses = dptrs, .sizes = sizes, .count = count };
	return AW_CALL(discard_batch(&batch, flags, stream));
}

static aw_status discard_and_prefetch(const struct batch *batch, unsigned long long flags, cudaStream_t stream)
{
	aw_status status = discard_batch(batch, flags, stream);
	return status == AW_OK ? prefetch_batch(batch, flags, stream) : status;
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count, struct cudaMemLocation *prefetchLocs,
                                                size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags,
                                                cudaStream_t stream)
{
	struct batch batch = { dptrs, sizes, count, prefetchLocs, { prefetchLocIdxs, numPrefetchLocs } };
	return AW_CALL(discard_and_prefetch(&batch, flags, stream));
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
