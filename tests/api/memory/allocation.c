// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// Allocation: every documented error of the cudaMalloc family, with the codes measured on a GPU.
#include "../support/api_test.h"

static char page[4096], page2[4096];

static void device_memory(void)
{
	char *memory;
	void *other = page;
	SUCCEEDS(cudaMalloc((void **)&memory, 4096));
	CHECK((uintptr_t)memory % 256 == 0);
	SUCCEEDS(cudaMalloc(&other, 0));
	CHECK(other == NULL);
	INVALID(cudaMalloc(NULL, 16));
	RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&other, (size_t)1 << 50));
	RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&other, SIZE_MAX));
	SUCCEEDS(cudaFree(NULL));
	INVALID(cudaFree(memory + 8));
	INVALID(cudaFree(page));
	INVALID(cudaFreeHost(memory));
	SUCCEEDS(cudaFree(memory));
	INVALID(cudaFree(memory));
}

static void pitched_memory(void)
{
	void *memory = NULL;
	size_t pitch = 0;
	struct cudaPitchedPtr box;
	struct cudaExtent extent = { 100, 10, 3 }, nothing = { 0, 0, 0 };
	SUCCEEDS(cudaMallocPitch(&memory, &pitch, 100, 10));
	CHECK(pitch >= 100 && pitch % 512 == 0);
	SUCCEEDS(cudaFree(memory));
	SUCCEEDS(cudaMallocPitch(&memory, &pitch, 0, 10));
	SUCCEEDS(cudaMallocPitch(&memory, &pitch, 10, 0));
	INVALID(cudaMallocPitch(&memory, NULL, 10, 10));
	RETURNS(cudaErrorMemoryAllocation, cudaMallocPitch(&memory, &pitch, SIZE_MAX, 10));
	RETURNS(cudaErrorMemoryAllocation, cudaMallocPitch(&memory, &pitch, 1000, SIZE_MAX / 4));
	SUCCEEDS(cudaMalloc3D(&box, extent));
	CHECK(box.pitch == 512 && box.xsize == 100 && box.ysize == 10);
	SUCCEEDS(cudaFree(box.ptr));
	SUCCEEDS(cudaMalloc3D(&box, nothing));
	INVALID(cudaMalloc3D(NULL, extent));
}

static void host_memory(void)
{
	char *memory;
	void *other;
	unsigned flags = 99;
	SUCCEEDS(cudaMallocHost((void **)&memory, 4096));
	memset(memory, 1, 4096);
	SUCCEEDS(cudaMallocHost(&other, 0));
	INVALID(cudaMallocHost(NULL, 10));
	INVALID(cudaHostAlloc(&other, 10, 99));
	INVALID(cudaFree(memory));
	SUCCEEDS(cudaFreeHost(NULL));
	INVALID(cudaFreeHost(page));
	SUCCEEDS(cudaHostGetDevicePointer(&other, memory + 8, 0));
	CHECK(other == memory + 8);
	INVALID(cudaHostGetDevicePointer(&other, page, 0));
	INVALID(cudaHostGetDevicePointer(&other, memory, 1));
	INVALID(cudaHostGetDevicePointer(NULL, memory, 0));
	SUCCEEDS(cudaHostGetFlags(&flags, memory));
	CHECK_EQUAL(flags, cudaHostAllocMapped);
	INVALID(cudaHostGetFlags(&flags, page));
	SUCCEEDS(cudaFreeHost(memory));
	SUCCEEDS(cudaHostAlloc(&other, 100, cudaHostAllocPortable | cudaHostAllocMapped));
	SUCCEEDS(cudaFreeHost(other));
}

static void registered_memory(void)
{
	void *device, *memory;
	SUCCEEDS(cudaHostRegister(page, sizeof(page), cudaHostRegisterDefault));
	RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(page + 100, 8, 0));
	SUCCEEDS(cudaHostGetDevicePointer(&device, page, 0));
	CHECK(device == page);
	INVALID(cudaHostRegister(page, 0, 0));
	INVALID(cudaHostRegister(NULL, 10, 0));
	INVALID(cudaHostRegister(page2, 10, 99));
	RETURNS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(page2));
	INVALID(cudaHostUnregister(page + 8));
	SUCCEEDS(cudaHostUnregister(page));
	INVALID(cudaHostUnregister(NULL));
	SUCCEEDS(cudaMalloc(&memory, 16));
	INVALID(cudaHostRegister(memory, 16, 0));
	SUCCEEDS(cudaFree(memory));
	SUCCEEDS(cudaMallocHost(&memory, 16));
	INVALID(cudaHostRegister(memory, 16, 0));
	INVALID(cudaHostUnregister(memory));
	SUCCEEDS(cudaFreeHost(memory));
}

static void managed_memory(void)
{
	int *memory;
	SUCCEEDS(cudaMallocManaged((void **)&memory, 0, cudaMemAttachGlobal));
	INVALID(cudaMallocManaged((void **)&memory, 10, 0));
	INVALID(cudaMallocManaged((void **)&memory, 10, 3));
	INVALID(cudaMallocManaged(NULL, 10, cudaMemAttachGlobal));
	SUCCEEDS(cudaMallocManaged((void **)&memory, 40, cudaMemAttachHost));
	memory[9] = 7;
	SUCCEEDS(cudaMemset(memory, 0, 40));
	CHECK_EQUAL(memory[9], 0);
	SUCCEEDS(cudaFree(memory));
}

static void memory_info(void)
{
	size_t free_bytes = 0, total = 0;
	SUCCEEDS(cudaMemGetInfo(&free_bytes, &total));
	CHECK(total > 0 && free_bytes > 0 && free_bytes <= total);
}

// Many allocations, freed in another order: the table of ranges stays right.
static void many(void)
{
	enum { COUNT = 2000 };
	static void *memory[COUNT];
	for (int i = 0; i < COUNT; i++)
		SUCCEEDS(cudaMalloc(&memory[i], 1 + i % 700));
	for (int i = 0; i < COUNT; i++) {
		int k = (i * 997) % COUNT;
		struct cudaPointerAttributes attributes;
		SUCCEEDS(cudaPointerGetAttributes(&attributes, (char *)memory[k] + k % 700));
		CHECK_EQUAL(attributes.type, cudaMemoryTypeDevice);
		SUCCEEDS(cudaFree(memory[k]));
		INVALID(cudaFree(memory[k]));
	}
}

int main(void)
{
	device_memory();
	pitched_memory();
	host_memory();
	registered_memory();
	managed_memory();
	memory_info();
	many();
	return unit_finish();
}
