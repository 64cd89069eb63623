// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// What cudaPointerGetAttributes says of every kind of pointer, and advice about managed memory.
#include <stdlib.h>
#include <sys/mman.h>

#include "../support/api_test.h"

// Memory that CUDA doesn't know has an address on the device where kernels may use memory of malloc.
static void unknown(void *pointer)
{
	int reaches;
	struct cudaPointerAttributes attributes;
	SUCCEEDS(cudaDeviceGetAttribute(&reaches, cudaDevAttrPageableMemoryAccess, 0));
	SUCCEEDS(cudaPointerGetAttributes(&attributes, pointer));
	CHECK_EQUAL(attributes.type, cudaMemoryTypeUnregistered);
	CHECK_EQUAL(attributes.device, cudaInvalidDeviceId);
	CHECK(attributes.devicePointer == (reaches ? pointer : NULL));
	CHECK(attributes.hostPointer == pointer);
}

static void check(void *pointer, enum cudaMemoryType type, int device, void *on_device, void *on_host)
{
	struct cudaPointerAttributes attributes;
	SUCCEEDS(cudaPointerGetAttributes(&attributes, pointer));
	CHECK_EQUAL(attributes.type, type);
	CHECK_EQUAL(attributes.device, device);
	CHECK(attributes.devicePointer == on_device);
	CHECK(attributes.hostPointer == on_host);
}

static void kinds(void)
{
	static char page[4096];
	char *device, *pinned, *managed;
	SUCCEEDS(cudaMalloc((void **)&device, 4096));
	SUCCEEDS(cudaMallocHost((void **)&pinned, 4096));
	SUCCEEDS(cudaMallocManaged((void **)&managed, 4096, cudaMemAttachGlobal));
	unknown(page);
	unknown(NULL);
	check(device + 4095, cudaMemoryTypeDevice, 0, device + 4095, NULL);
	check(pinned + 8, cudaMemoryTypeHost, 0, pinned + 8, pinned + 8);
	check(managed, cudaMemoryTypeManaged, 0, managed, managed);
	SUCCEEDS(cudaHostRegister(page, 100, cudaHostRegisterMapped));
	check(page + 99, cudaMemoryTypeHost, 0, page + 99, page + 99);
	unknown(page + 100);
	SUCCEEDS(cudaHostUnregister(page));
	INVALID(cudaPointerGetAttributes(NULL, device));
	SUCCEEDS(cudaFree(device));
	SUCCEEDS(cudaFreeHost(pinned));
	SUCCEEDS(cudaFree(managed));
	unknown(device);
}

static int query(enum cudaMemRangeAttribute attribute, void *memory)
{
	int value = 77;
	SUCCEEDS(cudaMemRangeGetAttribute(&value, sizeof(value), attribute, memory, 4096));
	return value;
}

static void advice(void)
{
	char *managed, *device;
	int value, places[4];
	void *data[2] = { &value, places };
	size_t sizes[2] = { sizeof(value), sizeof(places) };
	enum cudaMemRangeAttribute wanted[2] = { cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeAccessedBy };
	SUCCEEDS(cudaMallocManaged((void **)&managed, 4096, cudaMemAttachGlobal));
	SUCCEEDS(cudaMalloc((void **)&device, 4096));
	CHECK_EQUAL(query(cudaMemRangeAttributePreferredLocation, managed), cudaInvalidDeviceId);
	CHECK_EQUAL(query(cudaMemRangeAttributeReadMostly, managed), 0);
	SUCCEEDS(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 0));
	CHECK_EQUAL(query(cudaMemRangeAttributeReadMostly, managed), 1);
	SUCCEEDS(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
	CHECK_EQUAL(query(cudaMemRangeAttributePreferredLocation, managed), cudaCpuDeviceId);
	SUCCEEDS(cudaMemPrefetchAsync(managed, 4096, 0, 0));
	CHECK_EQUAL(query(cudaMemRangeAttributeLastPrefetchLocation, managed), 0);
	SUCCEEDS(cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, 0));
	SUCCEEDS(cudaMemRangeGetAttributes(data, sizes, wanted, 2, managed, 4096));
	CHECK(value == 1 && places[0] == 0 && places[1] == cudaInvalidDeviceId);
	RETURNS(cudaErrorInvalidDevice, cudaMemPrefetchAsync(managed, 4096, 9, 0));
	INVALID(cudaMemPrefetchAsync(device, 4096, 0, 0));
	INVALID(cudaMemAdvise(device, 4096, cudaMemAdviseSetReadMostly, 0));
	INVALID(cudaMemAdvise(managed, 0, cudaMemAdviseSetReadMostly, 0));
	INVALID(cudaMemAdvise(managed, 4096, (enum cudaMemoryAdvise)99, 0));
	INVALID(cudaMemAdvise(managed, 8192, cudaMemAdviseSetReadMostly, 0));
	INVALID(cudaMemRangeGetAttribute(&value, 8, cudaMemRangeAttributeReadMostly, managed, 4096));
	SUCCEEDS(cudaStreamAttachMemAsync(cudaStreamPerThread, managed, 0, cudaMemAttachSingle));
	INVALID(cudaStreamAttachMemAsync(cudaStreamPerThread, device, 0, cudaMemAttachSingle));
	INVALID(cudaStreamAttachMemAsync(cudaStreamPerThread, managed, 0, 9));
	SUCCEEDS(cudaFree(managed));
	SUCCEEDS(cudaFree(device));
}

// Memory of malloc takes advice and is prefetched where kernels may use it; what isn't mapped is refused.
static void pageable(void)
{
	int reaches;
	char *page = aligned_alloc(4096, 8192);
	void *nowhere = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(page && munmap(nowhere, 8192) == 0);
	SUCCEEDS(cudaDeviceGetAttribute(&reaches, cudaDevAttrPageableMemoryAccess, 0));
	cudaError_t expected = reaches ? cudaSuccess : cudaErrorInvalidValue;
	RETURNS(expected, cudaMemAdvise(page, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
	RETURNS(expected, cudaMemAdvise(page + 1, 8191, cudaMemAdviseSetAccessedBy, 0));
	RETURNS(expected, cudaMemAdvise(page, 4096, cudaMemAdviseSetReadMostly, 0));
	RETURNS(expected, cudaMemPrefetchAsync(page, 8192, 0, 0));
	RETURNS(expected, cudaMemPrefetchAsync(page, 8192, cudaCpuDeviceId, 0));
	SUCCEEDS(cudaDeviceSynchronize());
	INVALID(cudaMemAdvise(page, 4096, (enum cudaMemoryAdvise)99, 0));
	INVALID(cudaMemAdvise(page, 0, cudaMemAdviseSetReadMostly, 0));
	INVALID(cudaMemAdvise(nowhere, 8192, cudaMemAdviseSetReadMostly, 0));
	INVALID(cudaMemPrefetchAsync(nowhere, 8192, 0, 0));
	free(page);
}

int main(void)
{
	kinds();
	advice();
	pageable();
	return unit_finish();
}
