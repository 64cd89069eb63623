// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// External memory that the driver exported, by both interfaces: buffers that stay when the memory is destroyed, and the errors.
#include <cuda.h>
#include <fcntl.h>
#include <unistd.h>

#include "api/support/api_test.h"

enum { COUNT = 32, PLACE = 65536 };

__global__ void add(int *data, int value)
{
	data[threadIdx.x] += value + (int)threadIdx.x;
}

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

static size_t size;
static CUdeviceptr memory;
static CUmemGenericAllocationHandle handle;

static void make_memory(void)
{
	CUmemAllocationProp properties = {};
	CUmemAccessDesc access = {};
	properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	properties.location.type = access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CU(CUDA_SUCCESS, cuMemGetAllocationGranularity(&size, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
	CU(CUDA_SUCCESS, cuMemCreate(&handle, size, &properties, 0));
	CU(CUDA_SUCCESS, cuMemAddressReserve(&memory, size, 0, 0, 0));
	CU(CUDA_SUCCESS, cuMemMap(memory, size, 0, handle, 0));
	CU(CUDA_SUCCESS, cuMemSetAccess(memory, size, &access, 1));
	CU(CUDA_SUCCESS, cuMemsetD8(memory, 0, size));
}

static int export_memory(void)
{
	int file = -1;
	CU(CUDA_SUCCESS, cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	return file;
}

static void expect(int value)
{
	int seen[COUNT] = {};
	SUCCEEDS(cudaMemcpy(seen, (char *)memory + PLACE, sizeof(seen), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(seen[0], value);
	CHECK_EQUAL(seen[COUNT - 1] - seen[0], (COUNT - 1) * (value / 5));
}

static void by_runtime(void)
{
	cudaExternalMemory_t imported = NULL;
	cudaExternalMemoryHandleDesc wanted = {};
	cudaExternalMemoryBufferDesc part = {};
	int *buffer = NULL;
	wanted.type = cudaExternalMemoryHandleTypeOpaqueFd;
	wanted.handle.fd = export_memory();
	wanted.size = size;
	SUCCEEDS(cudaImportExternalMemory(&imported, &wanted));
	part.offset = PLACE;
	part.size = size;
	INVALID(cudaExternalMemoryGetMappedBuffer((void **)&buffer, imported, &part));
	part.size = COUNT * sizeof(int);
	INVALID(cudaExternalMemoryGetMappedBuffer(NULL, imported, &part));
	SUCCEEDS(cudaExternalMemoryGetMappedBuffer((void **)&buffer, imported, &part));
	add<<<1, COUNT>>>(buffer, 5);
	SUCCEEDS(cudaDeviceSynchronize());
	expect(5);
	SUCCEEDS(cudaDestroyExternalMemory(imported));
	RETURNS(cudaErrorInvalidResourceHandle, cudaDestroyExternalMemory(imported));
	RETURNS(cudaErrorInvalidResourceHandle, cudaExternalMemoryGetMappedBuffer((void **)&buffer, imported, &part));
	add<<<1, COUNT>>>(buffer, 5);
	SUCCEEDS(cudaDeviceSynchronize());
	expect(10);
	SUCCEEDS(cudaFree(buffer));
	INVALID(cudaFree(buffer));
}

static void by_driver(void)
{
	CUexternalMemory imported = NULL;
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC wanted = {};
	CUDA_EXTERNAL_MEMORY_BUFFER_DESC part = {};
	CUdeviceptr buffer = 0;
	wanted.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
	wanted.handle.fd = export_memory();
	wanted.size = size;
	CU(CUDA_SUCCESS, cuImportExternalMemory(&imported, &wanted));
	part.size = size;
	CU(CUDA_SUCCESS, cuExternalMemoryGetMappedBuffer(&buffer, imported, &part));
	add<<<1, COUNT>>>((int *)(buffer + PLACE), 5);
	expect(15);
	CU(CUDA_SUCCESS, cuMemFree(buffer));
	CU(CUDA_SUCCESS, cuDestroyExternalMemory(imported));
	CU(CUDA_ERROR_INVALID_HANDLE, cuDestroyExternalMemory(imported));
}

static void errors(void)
{
	cudaExternalMemory_t imported;
	cudaExternalMemoryHandleDesc wanted = {};
	cudaExternalSemaphore_t semaphore = NULL;
	cudaExternalSemaphoreHandleDesc from = {};
	cudaExternalSemaphoreSignalParams parameters = {};
	wanted.type = cudaExternalMemoryHandleTypeOpaqueFd;
	wanted.handle.fd = -1;
	INVALID(cudaImportExternalMemory(&imported, &wanted));
	wanted.size = size;
	INVALID(cudaImportExternalMemory(NULL, &wanted));
	INVALID(cudaImportExternalMemory(&imported, NULL));
	cudaMipmappedArray_t levels = NULL;
	cudaExternalMemoryMipmappedArrayDesc shape = {};
	INVALID(cudaExternalMemoryGetMappedMipmappedArray(&levels, NULL, &shape));
	INVALID(cudaExternalMemoryGetMappedMipmappedArray(NULL, NULL, &shape));
	CHECK(!levels);
	from.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
	INVALID(cudaImportExternalSemaphore(NULL, &from));
	INVALID(cudaImportExternalSemaphore(&semaphore, NULL));
	INVALID(cudaDestroyExternalSemaphore(NULL));
	INVALID(cudaDestroyExternalMemory(NULL));
	INVALID(cudaSignalExternalSemaphoresAsync(NULL, &parameters, 1, 0));
	RETURNS(cudaErrorInvalidResourceHandle, cudaSignalExternalSemaphoresAsync(&semaphore, &parameters, 1, 0));
}

int main(void)
{
	SUCCEEDS(cudaFree(0));
	CU(CUDA_SUCCESS, cuInit(0));
	make_memory();
	by_runtime();
	by_driver();
	errors();
	return unit_finish();
}
