// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Virtual memory management: addresses and memory apart, with the errors that a GPU's driver gives.
#include <cuda.h>
#include <unistd.h>

#include "api/support/api_test.h"

__global__ void fill(int *data, int count)
{
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		data[i] = i;
}

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

static size_t granule;
static CUmemAllocationProp properties;
static CUmemAccessDesc access_both;

static void mapping(void)
{
	CUdeviceptr base = 0;
	CUmemGenericAllocationHandle first, second, again;
	unsigned long long rights = 9;
	CU(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&base, 100, 0, 0, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&base, 2 * granule, 3, 0, 0));
	CU(CUDA_SUCCESS, cuMemAddressReserve(&base, 4 * granule, 0, 0, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&first, 100, &properties, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&first, granule, &properties, 1));
	CU(CUDA_SUCCESS, cuMemCreate(&first, granule, &properties, 0));
	CU(CUDA_SUCCESS, cuMemCreate(&second, granule, &properties, 0));
	CU(CUDA_SUCCESS, cuMemMap(base, granule, 0, first, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemMap(base, granule, 0, second, 0));
	CU(CUDA_SUCCESS, cuMemMap(base + granule, granule, 0, second, 0));
	CU(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(base + 2 * granule, 2 * granule, 0, second, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemMap(base + 5 * granule, granule, 0, second, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(base, 1, 4));
	CU(CUDA_SUCCESS, cuMemGetAccess(&rights, &properties.location, base));
	CHECK_EQUAL(rights, 0);
	CU(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(base, 3 * granule, &access_both, 1));
	CU(CUDA_SUCCESS, cuMemSetAccess(base, granule, &access_both, 1));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(base, 1, 2 * granule));
	CU(CUDA_SUCCESS, cuMemSetAccess(base + granule, granule, &access_both, 1));
	CU(CUDA_SUCCESS, cuMemGetAccess(&rights, &properties.location, base));
	CHECK_EQUAL(rights, 3);
	int count = (int)(2 * granule / sizeof(int)), last = 0; // across both
	fill<<<1, 256>>>((int *)base, count);
	CU(CUDA_SUCCESS, cuMemcpyDtoH(&last, base + 2 * granule - sizeof(int), sizeof(int)));
	CHECK_EQUAL(last, count - 1);
	CU(CUDA_SUCCESS, cuMemRetainAllocationHandle(&again, (void *)base));
	CHECK(again == first);
	CU(CUDA_SUCCESS, cuMemRelease(again));
	CU(CUDA_SUCCESS, cuMemRelease(first));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemRelease(first));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemFree(base));
	CU(CUDA_SUCCESS, cuMemUnmap(base, granule));
	CU(CUDA_SUCCESS, cuMemUnmap(base, granule));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(base, 4 * granule));
	CU(CUDA_SUCCESS, cuMemUnmap(base + granule, granule));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(base, 2 * granule));
	CU(CUDA_SUCCESS, cuMemAddressFree(base, 4 * granule));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(base, 4 * granule));
	CU(CUDA_SUCCESS, cuMemRelease(second));
}

// One piece of memory at two addresses, the second by way of a file descriptor.
static void sharing(void)
{
	CUdeviceptr one, two;
	CUmemGenericAllocationHandle memory, imported;
	int file = -1, value = 0;
	CU(CUDA_SUCCESS, cuMemCreate(&memory, granule, &properties, 0));
	CU(CUDA_ERROR_INVALID_VALUE,
	   cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CU(CUDA_SUCCESS, cuMemRelease(memory));
	properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	CU(CUDA_SUCCESS, cuMemCreate(&memory, granule, &properties, 0));
	CU(CUDA_SUCCESS, cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CU(CUDA_SUCCESS, cuMemImportFromShareableHandle(&imported, (void *)(intptr_t)file,
	                                                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
	close(file);
	CU(CUDA_SUCCESS, cuMemAddressReserve(&one, granule, 0, 0, 0));
	CU(CUDA_SUCCESS, cuMemAddressReserve(&two, granule, 0, 0, 0));
	CU(CUDA_SUCCESS, cuMemMap(one, granule, 0, memory, 0));
	CU(CUDA_SUCCESS, cuMemMap(two, granule, 0, imported, 0));
	CU(CUDA_SUCCESS, cuMemSetAccess(one, granule, &access_both, 1));
	CU(CUDA_SUCCESS, cuMemSetAccess(two, granule, &access_both, 1));
	fill<<<1, 32>>>((int *)one, 100);
	CU(CUDA_SUCCESS, cuMemcpyDtoH(&value, two + 99 * sizeof(int), sizeof(int)));
	CHECK_EQUAL(value, 99);
}

int main(void)
{
	cudaFree(0);
	cuInit(0);
	properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access_both.location = properties.location;
	access_both.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CU(CUDA_SUCCESS, cuMemGetAllocationGranularity(&granule, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
	mapping();
	sharing();
	return unit_finish();
}
