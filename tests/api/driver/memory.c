// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Memory of the host that devices reach, pools, what is told of pointers and of ranges of managed memory, and advice.
#include <stdlib.h>
#include <unistd.h>

#include "api/support/driver_test.h"

enum { SIZE = 1 << 20 };

static CUdevice device;
static CUcontext context;
static CUstream stream;

static void host_memory(void)
{
	void *memory = NULL;
	CUdeviceptr address = 0;
	unsigned flags = 99;
	int word = 0;
	GOOD(cuMemHostAlloc(&memory, SIZE, CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE));
	GOOD(cuMemHostGetFlags(&flags, memory));
	CHECK((flags & CU_MEMHOSTALLOC_PORTABLE) && (flags & CU_MEMHOSTALLOC_DEVICEMAP) && !(flags & CU_MEMHOSTALLOC_WRITECOMBINED));
	GOOD(cuMemHostGetDevicePointer(&address, memory, 0));
	CHECK(address != 0);
	GOOD(cuMemsetD32(address, 77, 4));
	GOOD(cuCtxSynchronize());
	CHECK_EQUAL(((int *)memory)[3], 77);
	GOOD(cuMemcpyDtoH(&word, address, 4));
	CHECK_EQUAL(word, 77);
	BAD(cuMemHostAlloc(NULL, SIZE, 0));
	BAD(cuMemHostAlloc(&memory, SIZE, 0x100));
	BAD(cuMemHostGetDevicePointer(&address, &word, 0));
	BAD(cuMemHostGetDevicePointer(&address, memory, 1));
	BAD(cuMemHostGetFlags(&flags, &word));
	BAD(cuMemHostGetFlags(NULL, memory));
	GOOD(cuMemFreeHost(memory));
	BAD(cuMemHostGetFlags(&flags, memory));
}

static void registered(void)
{
	void *memory = aligned_alloc(65536, SIZE);
	CUdeviceptr address = 0;
	unsigned flags = 0;
	memset(memory, 0, SIZE);
	GOOD(cuMemHostRegister(memory, SIZE, CU_MEMHOSTREGISTER_DEVICEMAP));
	IS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(memory, SIZE, 0));
	GOOD(cuMemHostGetDevicePointer(&address, memory, 0));
	GOOD(cuMemHostGetFlags(&flags, memory));
	GOOD(cuMemsetD8(address, 5, SIZE));
	GOOD(cuCtxSynchronize());
	CHECK_EQUAL(((char *)memory)[SIZE - 1], 5);
	GOOD(cuMemHostUnregister(memory));
	IS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(memory));
	BAD(cuMemHostRegister(NULL, SIZE, 0));
	BAD(cuMemHostRegister(memory, 0, 0));
	BAD(cuMemHostRegister(memory, SIZE, 0x100));
	free(memory);
}

static void free_memory(void)
{
	size_t before = 0, all = 0, now = 0, total = 0;
	CUdeviceptr memory;
	GOOD(cuMemGetInfo(&before, &all));
	CHECK(before > 0 && before <= all);
	GOOD(cuDeviceTotalMem(&total, device));
	CHECK_EQUAL(total, all);
	GOOD(cuMemAlloc(&memory, (size_t)1 << 28));
	GOOD(cuMemGetInfo(&now, &all));
	CHECK(now <= all);
	GOOD(cuMemFree(memory));
	GOOD(cuMemGetInfo(NULL, NULL));
}

static void attributes_of(CUdeviceptr memory)
{
	CUmemorytype type = 0;
	CUcontext of = NULL;
	CUdeviceptr base = 0;
	size_t size = 0;
	int ordinal = -1, managed = -1;
	CUpointer_attribute list[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
		                       CU_POINTER_ATTRIBUTE_RANGE_SIZE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
		                       CU_POINTER_ATTRIBUTE_IS_MANAGED };
	void *values[] = { &type, &of, &base, &size, &ordinal, &managed };
	GOOD(cuPointerGetAttributes(6, list, values, memory + 100));
	CHECK(type == CU_MEMORYTYPE_DEVICE && of == context && base == memory && size == SIZE && ordinal == 0 && managed == 0);
	BAD(cuPointerGetAttributes(6, NULL, values, memory));
	BAD(cuPointerGetAttributes(6, list, NULL, memory));
	list[0] = (CUpointer_attribute)999;
	BAD(cuPointerGetAttributes(1, list, values, memory));
	list[0] = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
	type = (CUmemorytype)77;
	of = context;
	GOOD(cuPointerGetAttributes(2, list, values, (CUdeviceptr)(uintptr_t)&size)); // the host's own: nothing of each
	CHECK(type == 0 && of == NULL);
}

// What distinguishes allocations, whatever their addresses.
static cuuint64_t id_of(CUdeviceptr memory)
{
	cuuint64_t id = 0;
	GOOD(cuPointerGetAttribute(&id, CU_POINTER_ATTRIBUTE_BUFFER_ID, memory));
	return id;
}

static void pointers(void)
{
	CUdeviceptr memory = 0;
	unsigned on = 1, got = 7;
	GOOD(cuMemAlloc(&memory, SIZE));
	attributes_of(memory);
	GOOD(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
	GOOD(cuPointerGetAttribute(&got, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
	CHECK_EQUAL(got, 1);
	GOOD(cuMemsetD8(memory, 7, SIZE));
	GOOD(cuPointerGetAttribute(&got, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, memory));
	CHECK_EQUAL(got, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
	cuuint64_t id = id_of(memory);
	CHECK(id && id == id_of(memory + SIZE - 1));
	BAD(cuPointerSetAttribute(NULL, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
	BAD(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
	BAD(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, (CUdeviceptr)(uintptr_t)&on));
	GOOD(cuMemFree(memory));
	GOOD(cuMemAlloc(&memory, SIZE));
	CHECK(id_of(memory) != id);
	GOOD(cuMemFree(memory));
}

static int tells(CUmem_range_attribute attribute, CUdeviceptr memory)
{
	int value = -77;
	GOOD(cuMemRangeGetAttribute(&value, sizeof(value), attribute, memory, SIZE));
	return value;
}

static void ranges(void)
{
	CUdeviceptr memory = 0, plain = 0;
	int value;
	GOOD(cuMemAllocManaged(&memory, SIZE, CU_MEM_ATTACH_GLOBAL));
	GOOD(cuMemAdvise(memory, SIZE, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
	CHECK_EQUAL(tells(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory), 1);
	GOOD(cuMemAdvise(memory, SIZE, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device));
	CHECK_EQUAL(tells(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory), 0);
	GOOD(cuMemAdvise(memory, SIZE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
	CHECK_EQUAL(tells(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, memory), CU_DEVICE_CPU);
	GOOD(cuMemPrefetchAsync(memory, SIZE, device, stream));
	CHECK_EQUAL(tells(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory), device);
	GOOD(cuStreamAttachMemAsync(stream, memory, 0, CU_MEM_ATTACH_SINGLE));
	GOOD(cuStreamSynchronize(stream));
	BAD(cuStreamAttachMemAsync(stream, memory, 0, 0x10));
	BAD(cuStreamAttachMemAsync(stream, 0, 0, CU_MEM_ATTACH_SINGLE));
	GOOD(cuMemAlloc(&plain, SIZE));
	BAD(cuMemAdvise(plain, SIZE, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
	BAD(cuMemAdvise(memory, 0, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuMemAdvise(memory, SIZE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 99));
	BAD(cuMemPrefetchAsync(plain, SIZE, device, stream));
	IS(CUDA_ERROR_INVALID_DEVICE, cuMemPrefetchAsync(memory, SIZE, 99, stream));
	BAD(cuMemRangeGetAttribute(&value, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, SIZE));
	BAD(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, plain, SIZE));
	BAD(cuMemRangeGetAttribute(&value, 4, (CUmem_range_attribute)99, memory, SIZE));
	BAD(cuMemRangeGetAttribute(NULL, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, SIZE));
	GOOD(cuMemFree(plain));
	GOOD(cuMemFree(memory));
}

static void pools(void)
{
	CUmemPoolProps wanted = { .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
		                  .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0 } };
	CUmemAccessDesc access = { .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
	CUmemoryPool pool = NULL, usual = NULL, now = NULL;
	CUmemAccess_flags flags = 0;
	CUdeviceptr memory = 0;
	cuuint64_t keep = 1 << 24, got = 0, nothing = 1;
	int reuse = 0, got_reuse = 9;
	GOOD(cuMemPoolCreate(&pool, &wanted));
	GOOD(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
	GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &got));
	CHECK_EQUAL(got, keep);
	GOOD(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &reuse));
	GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &got_reuse));
	CHECK_EQUAL(got_reuse, 0);
	GOOD(cuDeviceGetDefaultMemPool(&usual, device));
	GOOD(cuDeviceSetMemPool(device, pool));
	GOOD(cuDeviceGetMemPool(&now, device));
	CHECK(now == pool && usual != pool);
	GOOD(cuMemAllocAsync(&memory, SIZE, stream)); // of the device's pool
	GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &got));
	CHECK(got >= SIZE);
	GOOD(cuMemsetD8Async(memory, 3, SIZE, stream));
	GOOD(cuMemFreeAsync(memory, stream));
	GOOD(cuStreamSynchronize(stream));
	GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &got));
	CHECK_EQUAL(got, 0);
	GOOD(cuMemPoolTrimTo(pool, 0));
	GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &got));
	CHECK_EQUAL(got, 0);
	GOOD(cuMemPoolSetAccess(pool, &access, 1));
	GOOD(cuMemPoolGetAccess(&flags, pool, &access.location));
	CHECK_EQUAL(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
	IS(CUDA_ERROR_INVALID_DEVICE, cuMemPoolSetAccess(pool, &access, 1)); // the device's own memory
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
	IS(CUDA_ERROR_NOT_SUPPORTED, cuMemPoolSetAccess(pool, &access, 1));
	access.location.id = 99;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	IS(CUDA_ERROR_INVALID_DEVICE, cuMemPoolSetAccess(pool, &access, 1));
	BAD(cuMemPoolSetAccess(pool, NULL, 1));
	BAD(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &nothing)); // to 0 alone
	BAD(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &got));
	BAD(cuMemPoolGetAttribute(pool, (CUmemPool_attribute)99, &got));
	BAD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, NULL));
	BAD(cuMemPoolGetAttribute(NULL, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &got));
	BAD(cuMemPoolTrimTo(NULL, 0));
	BAD(cuMemPoolDestroy(NULL));
	BAD(cuMemPoolDestroy(usual));
	BAD(cuDeviceSetMemPool(device, NULL));
	BAD(cuDeviceSetMemPool(99, pool));
	BAD(cuDeviceGetMemPool(&now, 99));
	BAD(cuDeviceGetMemPool(NULL, device));
	BAD(cuMemAllocAsync(NULL, SIZE, stream));
	GOOD(cuMemPoolDestroy(pool));
	GOOD(cuDeviceGetMemPool(&now, device)); // was the device's
	CHECK(now == usual);
}

static void virtual_memory(void)
{
	CUmemAllocationProp wanted = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0 } }, got;
	CUmemGenericAllocationHandle handle;
	size_t size;
	GOOD(cuMemGetAllocationGranularity(&size, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	GOOD(cuMemCreate(&handle, size, &wanted, 0));
	memset(&got, 0, sizeof(got));
	GOOD(cuMemGetAllocationPropertiesFromHandle(&got, handle));
	CHECK(got.type == wanted.type && got.location.type == wanted.location.type && got.location.id == 0);
	BAD(cuMemGetAllocationPropertiesFromHandle(NULL, handle));
	GOOD(cuMemRelease(handle));
	BAD(cuMemGetAllocationPropertiesFromHandle(&got, 0));
}

int main(void)
{
	context = driver_begin();
	GOOD(cuDeviceGet(&device, 0));
	GOOD(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	host_memory();
	registered();
	free_memory();
	pointers();
	ranges();
	pools();
	virtual_memory();
	GOOD(cuStreamDestroy(stream));
	return unit_finish();
}
