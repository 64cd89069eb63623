// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Pools of the host's memory, of all of it and of a node, and of managed memory: who may reach it, defaults and choices by place, wrong
// arguments.
#include <cuda.h>
#include <cuda_runtime.h>

#include "api/support/api_test.h"

static bool on_cpu()
{
	cudaDeviceProp properties;
	return cudaGetDeviceProperties(&properties, 0) == cudaSuccess && !strncmp(properties.uuid.bytes, "anywarp-cpu", 11);
}

static __global__ void add(int *numbers, int what)
{
	numbers[threadIdx.x] += what;
}

static uint64_t ask(cudaMemPool_t pool, enum cudaMemPoolAttr attribute)
{
	uint64_t value = 0;
	SUCCEEDS(cudaMemPoolGetAttribute(pool, attribute, &value));
	return value;
}

static void use(cudaMemPool_t pool, cudaStream_t stream)
{
	int *numbers, *again;
	cudaPointerAttributes attributes;
	CUmemoryPool own = NULL;
	SUCCEEDS(cudaMallocFromPoolAsync(&numbers, 64 * sizeof(int), pool, stream));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemCurrent), 512);
	SUCCEEDS(cudaStreamSynchronize(stream));
	for (int i = 0; i < 64; i++)
		numbers[i] = i;
	add<<<1, 64, 0, stream>>>(numbers, 100);
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(numbers[0] == 100 && numbers[63] == 163);
	SUCCEEDS(cudaPointerGetAttributes(&attributes, numbers));
	CHECK(attributes.type == cudaMemoryTypeHost && attributes.hostPointer == numbers && attributes.devicePointer == numbers);
	CHECK(cuPointerGetAttribute(&own, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, (CUdeviceptr)numbers) == CUDA_SUCCESS && own == pool);
	INVALID(cudaFreeHost(numbers));
	SUCCEEDS(cudaFreeAsync(numbers, stream));
	SUCCEEDS(cudaMallocFromPoolAsync(&again, 64 * sizeof(int), pool, stream));
	CHECK(again == numbers);
	SUCCEEDS(cudaFree(again));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemCurrent), 0);
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemHigh), 512);
	SUCCEEDS(cudaMemPoolTrimTo(pool, 0));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrReservedMemCurrent), 0);
}

static void access_rights(cudaMemPool_t pool)
{
	cudaMemAccessDesc access = { { cudaMemLocationTypeDevice, 0 }, cudaMemAccessFlagsProtReadWrite };
	cudaMemLocation host = { cudaMemLocationTypeHost, 0 }, current = { cudaMemLocationTypeHostNumaCurrent, 0 };
	cudaMemAccessFlags got = cudaMemAccessFlagsProtRead;
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &host));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtReadWrite);
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &access.location));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtNone);
	INVALID(cudaMemPoolGetAccess(&got, pool, &current));
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 1));
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &access.location));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtReadWrite);
	access.flags = cudaMemAccessFlagsProtNone;
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 1));
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &access.location));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtNone);
	access.flags = cudaMemAccessFlagsProtRead;
	RETURNS(cudaErrorNotSupported, cudaMemPoolSetAccess(pool, &access, 1));
	access.location.id = 99;
	access.flags = cudaMemAccessFlagsProtReadWrite;
	RETURNS(cudaErrorInvalidDevice, cudaMemPoolSetAccess(pool, &access, 1));
	RETURNS(cudaErrorInvalidDevice, cudaMemPoolGetAccess(&got, pool, &access.location));
	access.location = host;
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 1));
	access.flags = cudaMemAccessFlagsProtNone;
	INVALID(cudaMemPoolSetAccess(pool, &access, 1));
	access.location.id = 0;
	access.location.type = cudaMemLocationTypeDevice;
	access.flags = cudaMemAccessFlagsProtReadWrite;
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 1));
}

static void one(cudaMemLocation place, cudaStream_t stream)
{
	cudaMemPool_t pool, first, found;
	cudaMemPoolProps wanted = {};
	int *left;
	wanted.allocType = cudaMemAllocationTypePinned;
	wanted.location = place;
	SUCCEEDS(cudaMemPoolCreate(&pool, &wanted));
	access_rights(pool);
	use(pool, stream);
	INVALID(cudaDeviceSetMemPool(0, pool));
	SUCCEEDS(cudaMemGetDefaultMemPool(&first, &place, cudaMemAllocationTypePinned));
	SUCCEEDS(cudaMemGetMemPool(&found, &place, cudaMemAllocationTypePinned));
	CHECK(first != pool && found == first);
	SUCCEEDS(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, pool));
	SUCCEEDS(cudaMemGetMemPool(&found, &place, cudaMemAllocationTypePinned));
	CHECK(found == pool);
	SUCCEEDS(cudaMemGetDefaultMemPool(&found, &place, cudaMemAllocationTypePinned));
	CHECK(found == first);
	use(first, stream);
	INVALID(cudaMemPoolDestroy(first));
	SUCCEEDS(cudaMallocFromPoolAsync(&left, 4, pool, stream));
	SUCCEEDS(cudaMemPoolDestroy(pool));
	SUCCEEDS(cudaFreeAsync(left, stream)); // what was taken outlives the pool
	SUCCEEDS(cudaMemGetMemPool(&found, &place, cudaMemAllocationTypePinned));
	CHECK(found == first);
}

static void managed(cudaMemLocation place, int preferred, cudaStream_t stream)
{
	cudaMemPool_t pool, first, found;
	cudaMemPoolProps wanted = {};
	cudaMemLocation host = { cudaMemLocationTypeHost, 0 }, device = { cudaMemLocationTypeDevice, 0 };
	cudaMemAccessFlags got = cudaMemAccessFlagsProtNone;
	cudaPointerAttributes attributes;
	int *numbers, prefers = 7;
	wanted.allocType = cudaMemAllocationTypeManaged;
	wanted.location = place;
	SUCCEEDS(cudaMemPoolCreate(&pool, &wanted));
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &host));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtReadWrite);
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &device));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtReadWrite);
	cudaMemAccessDesc access = { device, cudaMemAccessFlagsProtReadWrite };
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 1));
	access.flags = cudaMemAccessFlagsProtNone;
	INVALID(cudaMemPoolSetAccess(pool, &access, 1));
	SUCCEEDS(cudaMallocFromPoolAsync(&numbers, 64 * sizeof(int), pool, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaPointerGetAttributes(&attributes, numbers));
	CHECK_EQUAL(attributes.type, cudaMemoryTypeManaged);
	SUCCEEDS(cudaMemRangeGetAttribute(&prefers, sizeof(prefers), cudaMemRangeAttributePreferredLocation, numbers, 64));
	CHECK_EQUAL(prefers, preferred);
	for (int i = 0; i < 64; i++)
		numbers[i] = i;
	add<<<1, 64, 0, stream>>>(numbers, 100);
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(numbers[0] == 100 && numbers[63] == 163);
	SUCCEEDS(cudaMemGetDefaultMemPool(&first, &place, cudaMemAllocationTypeManaged));
	SUCCEEDS(cudaMemSetMemPool(&place, cudaMemAllocationTypeManaged, pool));
	SUCCEEDS(cudaMemGetMemPool(&found, &place, cudaMemAllocationTypeManaged));
	CHECK(found == pool && first != pool);
	INVALID(cudaMemSetMemPool(&host, cudaMemAllocationTypePinned, pool));
	INVALID(cudaDeviceSetMemPool(0, pool));
	SUCCEEDS(cudaMemPoolDestroy(pool));
	SUCCEEDS(cudaFree(numbers));
	SUCCEEDS(cudaMemGetMemPool(&found, &place, cudaMemAllocationTypeManaged));
	CHECK(found == first);
}

static void refusals(cudaStream_t stream)
{
	cudaMemLocation host = { cudaMemLocationTypeHost, 0 }, node = { cudaMemLocationTypeHostNuma, 0 };
	cudaMemPool_t pool, other;
	cudaMemPoolProps wanted = {};
	cudaGraph_t graph;
	void *memory;
	wanted.allocType = cudaMemAllocationTypePinned;
	wanted.location.type = cudaMemLocationTypeHostNumaCurrent;
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	INVALID(cudaMemGetDefaultMemPool(&pool, &wanted.location, cudaMemAllocationTypePinned));
	wanted.location = { cudaMemLocationTypeHostNuma, 1 << 20 };
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	wanted.location.id = -1;
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	wanted.location = { cudaMemLocationTypeNone, 0 };
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	INVALID(cudaMemGetDefaultMemPool(&pool, &wanted.location, cudaMemAllocationTypePinned));
	wanted.allocType = cudaMemAllocationTypeManaged;
	wanted.location = { cudaMemLocationTypeDevice, 99 };
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	INVALID(cudaMemGetMemPool(&pool, NULL, cudaMemAllocationTypeManaged));
	wanted.allocType = cudaMemAllocationTypePinned;
	wanted.handleTypes = cudaMemHandleTypePosixFileDescriptor;
	wanted.location = node;
	RETURNS(cudaErrorNotSupported, cudaMemPoolCreate(&pool, &wanted));
	wanted.location = host;
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	wanted.handleTypes = cudaMemHandleTypeNone;
	wanted.maxSize = 1 << 20; // 32 MiB, as it is rounded
	SUCCEEDS(cudaMemPoolCreate(&pool, &wanted));
	RETURNS(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&memory, 33 << 20, pool, stream));
	INVALID(cudaMemSetMemPool(&node, cudaMemAllocationTypePinned, pool));
	SUCCEEDS(cudaDeviceGetDefaultMemPool(&other, 0));
	INVALID(cudaMemSetMemPool(&host, cudaMemAllocationTypePinned, other));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	RETURNS(cudaErrorNotSupported, cudaMallocFromPoolAsync(&memory, 16, pool, stream));
	cudaStreamEndCapture(stream, &graph);
	SUCCEEDS(cudaMemPoolDestroy(pool));
	cudaGetLastError();
}

int main()
{
	cudaStream_t stream;
	int supported = 0, node = 0;
	cudaMemPool_t pool;
	cudaMemLocation host = { cudaMemLocationTypeHost, 7 }; // which of the host's is not asked
	if (on_cpu()) { // of a GPU its driver says this
		SUCCEEDS(cudaDeviceGetAttribute(&supported, cudaDevAttrHostMemoryPoolsSupported, 0));
		CHECK(supported);
		SUCCEEDS(cudaDeviceGetAttribute(&supported, cudaDevAttrHostNumaMemoryPoolsSupported, 0));
		CHECK(supported);
		SUCCEEDS(cudaDeviceGetAttribute(&node, cudaDevAttrHostNumaId, 0));
	}
	SUCCEEDS(cudaStreamCreate(&stream));
	one(host, stream);
	one({ cudaMemLocationTypeHostNuma, node }, stream);
	managed({ cudaMemLocationTypeNone, 0 }, cudaInvalidDeviceId, stream);
	managed({ cudaMemLocationTypeDevice, 0 }, 0, stream);
	managed(host, cudaCpuDeviceId, stream);
	managed({ cudaMemLocationTypeHostNuma, node }, cudaCpuDeviceId, stream);
	refusals(stream);
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaMemGetDefaultMemPool(&pool, &host, cudaMemAllocationTypePinned));
	SUCCEEDS(cudaDeviceReset());
	INVALID(cudaMemPoolTrimTo(pool, 0)); // it was of that device's streams
	SUCCEEDS(cudaMemGetDefaultMemPool(&pool, &host, cudaMemAllocationTypePinned));
	SUCCEEDS(cudaMemPoolTrimTo(pool, 0));
	return unit_finish();
}
