// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// Allocation in stream order: reuse, release at synchronisation, statistics, wrong arguments.
#include "../support/api_test.h"

static uint64_t ask(cudaMemPool_t pool, enum cudaMemPoolAttr attribute)
{
	uint64_t value = 0;
	SUCCEEDS(cudaMemPoolGetAttribute(pool, attribute, &value));
	return value;
}

static void basics(cudaStream_t stream)
{
	void *memory = stream, *plain;
	char host[16];
	struct cudaPointerAttributes attributes;
	SUCCEEDS(cudaMallocAsync(&memory, 0, stream));
	CHECK(memory == NULL);
	INVALID(cudaMallocAsync(NULL, 10, stream));
	RETURNS(cudaErrorMemoryAllocation, cudaMallocAsync(&memory, SIZE_MAX, stream));
	SUCCEEDS(cudaMallocAsync(&memory, 100, stream));
	SUCCEEDS(cudaPointerGetAttributes(&attributes, memory));
	CHECK_EQUAL(attributes.type, cudaMemoryTypeDevice);
	SUCCEEDS(cudaMemsetAsync(memory, 1, 100, stream));
	SUCCEEDS(cudaFreeAsync(memory, stream));
	INVALID(cudaFreeAsync(memory, stream));
	INVALID(cudaMemset(memory, 0, 10));
	SUCCEEDS(cudaFreeAsync(NULL, stream));
	INVALID(cudaFreeAsync(host, stream));
	SUCCEEDS(cudaMalloc(&plain, 100));
	SUCCEEDS(cudaFreeAsync(plain, stream));
	SUCCEEDS(cudaMallocAsync(&memory, 100, stream));
	SUCCEEDS(cudaFree(memory));
}

static void reuse(cudaStream_t stream)
{
	cudaMemPool_t pool;
	void *first, *second, *third;
	uint64_t keep = 1 << 20;
	SUCCEEDS(cudaDeviceGetDefaultMemPool(&pool, 0));
	SUCCEEDS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
	SUCCEEDS(cudaMallocAsync(&first, 4096, stream));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemCurrent), 4096);
	SUCCEEDS(cudaFreeAsync(first, stream));
	SUCCEEDS(cudaMallocAsync(&second, 4000, stream));
	CHECK(first == second); // the same stream's order makes it free at once
	SUCCEEDS(cudaFreeAsync(second, stream));
	SUCCEEDS(cudaDeviceSynchronize());
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemCurrent), 0);
	CHECK(ask(pool, cudaMemPoolAttrReservedMemCurrent) >= 4096);
	SUCCEEDS(cudaMallocAsync(&third, 4096, cudaStreamPerThread));
	CHECK(third == first); // and so does the end of its work
	SUCCEEDS(cudaFreeAsync(third, cudaStreamPerThread));
	SUCCEEDS(cudaStreamSynchronize(cudaStreamPerThread));
	SUCCEEDS(cudaMemPoolTrimTo(pool, 0));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrReservedMemCurrent), 0);
	CHECK(ask(pool, cudaMemPoolAttrUsedMemHigh) >= 4096);
	keep = 0;
	SUCCEEDS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &keep));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemHigh), 0);
	INVALID(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)99, &keep));
}

static void own_pools(cudaStream_t stream)
{
	cudaMemPool_t pool, current;
	void *memory;
	struct cudaMemPoolProps wanted;
	struct cudaMemLocation here = { cudaMemLocationTypeDevice, 0 };
	enum cudaMemAccessFlags access;
	memset(&wanted, 0, sizeof(wanted));
	INVALID(cudaMemPoolCreate(&pool, &wanted));
	wanted.allocType = cudaMemAllocationTypePinned;
	wanted.location = here;
	SUCCEEDS(cudaMemPoolCreate(&pool, &wanted));
	SUCCEEDS(cudaDeviceSetMemPool(0, pool));
	SUCCEEDS(cudaDeviceGetMemPool(&current, 0));
	CHECK(current == pool);
	SUCCEEDS(cudaMallocAsync(&memory, 1000, stream));
	CHECK_EQUAL(ask(pool, cudaMemPoolAttrUsedMemCurrent), 1024);
	SUCCEEDS(cudaFreeAsync(memory, stream));
	SUCCEEDS(cudaMallocFromPoolAsync(&memory, 1000, pool, stream));
	INVALID(cudaMallocFromPoolAsync(&memory, 1000, (cudaMemPool_t)&wanted, stream));
	SUCCEEDS(cudaMemPoolGetAccess(&access, pool, &here));
	CHECK_EQUAL(access, cudaMemAccessFlagsProtReadWrite);
	SUCCEEDS(cudaMemPoolDestroy(pool));
	INVALID(cudaMemPoolDestroy(pool));
	SUCCEEDS(cudaFree(memory)); // what was taken outlives the pool
	SUCCEEDS(cudaDeviceGetMemPool(&current, 0));
	SUCCEEDS(cudaDeviceGetDefaultMemPool(&pool, 0));
	CHECK(current == pool);
	INVALID(cudaMemPoolDestroy(pool));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetDefaultMemPool(&pool, 9));
}

// What a pool may hold at most, of blocks in use and free ones together.
static void limited_pool(cudaStream_t stream)
{
	enum { MIB = 1 << 20 };
	cudaMemPool_t pool;
	void *first, *second;
	struct cudaMemPoolProps wanted = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 },
		                           .maxSize = 24 * MIB }; // 32, as it is rounded
	SUCCEEDS(cudaMemPoolCreate(&pool, &wanted));
	RETURNS(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&first, 33 * MIB, pool, stream));
	SUCCEEDS(cudaMallocFromPoolAsync(&first, 24 * MIB, pool, stream));
	RETURNS(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&second, 16 * MIB, pool, stream));
	SUCCEEDS(cudaFreeAsync(first, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMallocFromPoolAsync(&second, 32 * MIB, pool, stream));
	SUCCEEDS(cudaFreeAsync(second, stream));
	SUCCEEDS(cudaMemPoolDestroy(pool));
}

// Which devices reach a pool's memory: its own always.
static void access_rights(void)
{
	cudaMemPool_t pool;
	struct cudaMemPoolProps wanted = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } };
	struct cudaMemAccessDesc access = { { cudaMemLocationTypeDevice, 0 }, cudaMemAccessFlagsProtReadWrite };
	enum cudaMemAccessFlags got = cudaMemAccessFlagsProtNone;
	SUCCEEDS(cudaMemPoolCreate(&pool, &wanted));
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 1));
	SUCCEEDS(cudaMemPoolGetAccess(&got, pool, &access.location));
	CHECK_EQUAL(got, cudaMemAccessFlagsProtReadWrite);
	SUCCEEDS(cudaMemPoolSetAccess(pool, &access, 0));
	access.flags = cudaMemAccessFlagsProtNone;
	RETURNS(cudaErrorInvalidDevice, cudaMemPoolSetAccess(pool, &access, 1));
	access.flags = cudaMemAccessFlagsProtRead;
	RETURNS(cudaErrorNotSupported, cudaMemPoolSetAccess(pool, &access, 1));
	access.flags = (enum cudaMemAccessFlags)2;
	INVALID(cudaMemPoolSetAccess(pool, &access, 1));
	access.flags = cudaMemAccessFlagsProtReadWrite;
	access.location.id = 99;
	RETURNS(cudaErrorInvalidDevice, cudaMemPoolSetAccess(pool, &access, 1));
	INVALID(cudaMemPoolSetAccess(NULL, &access, 1));
	INVALID(cudaDeviceSetMemPool(99, pool));
	SUCCEEDS(cudaMemPoolDestroy(pool));
	INVALID(cudaDeviceGetMemPool(&pool, 99));
}

int main(void)
{
	cudaStream_t stream;
	SUCCEEDS(cudaStreamCreate(&stream));
	basics(stream);
	reuse(stream);
	own_pools(stream);
	limited_pool(stream);
	access_rights();
	SUCCEEDS(cudaStreamDestroy(stream));
	return unit_finish();
}
