// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
// RUNS: ANYWARP_DEVICES=1,2
//
// The rights of each device in virtual memory, and of the host; with one device there is less to tell.
#include <cuda.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

static CUdeviceptr base;
static size_t granule;

static unsigned rights_of(CUmemLocationType type, int id, CUdeviceptr at)
{
	CUmemLocation place = { type, id };
	unsigned long long rights = 9;
	CU(CUDA_SUCCESS, cuMemGetAccess(&rights, &place, at));
	return (unsigned)rights;
}

static CUresult give(int device, int flags, CUdeviceptr at, size_t size)
{
	CUmemAccessDesc access = {};
	access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.location.id = device;
	access.flags = (CUmemAccess_flags)flags;
	return cuMemSetAccess(at, size, &access, 1);
}

static void one(void)
{
	CU(CUDA_SUCCESS, give(0, CU_MEM_ACCESS_FLAGS_PROT_READWRITE, base, 2 * granule));
	CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 0, base + 5), 3);
	CU(CUDA_SUCCESS, give(0, CU_MEM_ACCESS_FLAGS_PROT_NONE, base + granule, granule));
	CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 0, base), 3);
	CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 0, base + granule), 0);
	CU(CUDA_ERROR_INVALID_VALUE, give(0, 2, base, granule));
	CU(CUDA_ERROR_INVALID_DEVICE, give(99, 3, base, granule));
}

static void two(void)
{
	CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 1, base), 0);
	CU(CUDA_SUCCESS, give(1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE, base, granule));
	CU(CUDA_SUCCESS, give(0, CU_MEM_ACCESS_FLAGS_PROT_NONE, base, granule));
	CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 0, base), 0);
	CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 1, base), 3);
	SUCCEEDS(cudaSetDevice(1)); // which may still
	CU(CUDA_SUCCESS, cuMemsetD8(base, 7, granule));
	SUCCEEDS(cudaDeviceSynchronize()); // or it would still write
	CU(CUDA_SUCCESS, give(1, CU_MEM_ACCESS_FLAGS_PROT_NONE, base, granule));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(base, 7, granule));
}

int main(void)
{
	CUmemGenericAllocationHandle memory[2];
	CUmemAllocationProp properties = {};
	unsigned long long rights;
	int devices = 0;
	SUCCEEDS(cudaFree(0));
	CU(CUDA_SUCCESS, cuInit(0));
	properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	CU(CUDA_SUCCESS, cuMemGetAllocationGranularity(&granule, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
	CU(CUDA_SUCCESS, cuMemAddressReserve(&base, 2 * granule, 0, 0, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemGetAccess(&rights, &properties.location, base));
	for (int i = 0; i < 2; i++) {
		CU(CUDA_SUCCESS, cuMemCreate(&memory[i], granule, &properties, 0));
		CU(CUDA_SUCCESS, cuMemMap(base + i * granule, granule, 0, memory[i], 0));
		CHECK_EQUAL(rights_of(CU_MEM_LOCATION_TYPE_DEVICE, 0, base + i * granule), 0);
	}
	CU(CUDA_ERROR_INVALID_VALUE, cuMemGetAccess(NULL, &properties.location, base));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemGetAccess(&rights, NULL, base));
	properties.location.id = 99;
	CU(CUDA_ERROR_INVALID_DEVICE, cuMemGetAccess(&rights, &properties.location, base));
	one();
	SUCCEEDS(cudaGetDeviceCount(&devices));
	if (devices > 1)
		two();
	return unit_finish();
}
