// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda_occupancy.h: what it computes from numbers, without a device.  The expected ones are of CUDA's header of this name.
#include <cuda_occupancy.h>

#include "unit/unit.h"

// A multiprocessor of compute capability 8.0.
static const cudaOccDeviceProp device = {
	.computeMajor = 8, .maxThreadsPerBlock = 1024, .maxThreadsPerMultiprocessor = 2048, .regsPerBlock = 65536,
	.regsPerMultiprocessor = 65536, .warpSize = 32, .sharedMemPerBlock = 49152, .sharedMemPerMultiprocessor = 167936, .numSms = 80,
	.sharedMemPerBlockOptin = 166912, .reservedSharedMemPerBlock = 1024,
};
static const cudaOccDeviceState state = { CACHE_PREFER_NONE, -1 };

static int blocks(const cudaOccFuncAttributes *kernel, int block_size, size_t dynamic)
{
	cudaOccResult result;
	if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, kernel, &state, block_size, dynamic) != CUDA_OCC_SUCCESS)
		return -1;
	return result.activeBlocksPerMultiprocessor;
}

static size_t bytes_of(int block_size) { return (size_t)block_size * 64; }

int main(void)
{
	cudaOccFuncAttributes kernel = { .maxThreadsPerBlock = 1024, .numRegs = 32, .maxDynamicSharedSizeBytes = 49152, .numBlockBarriers = 1 };
	CHECK_EQUAL(blocks(&kernel, 256, 0), 8);      // threads
	CHECK_EQUAL(blocks(&kernel, 32, 0), 32);      // blocks
	CHECK_EQUAL(blocks(&kernel, 256, 40000), 4);  // shared memory
	CHECK_EQUAL(blocks(&kernel, 256, 50000), 0);  // more than a block may have
	CHECK_EQUAL(blocks(&kernel, 0, 0), -1);
	kernel.numRegs = 117;
	CHECK_EQUAL(blocks(&kernel, 456, 15982), 1);  // registers

	int grid = -1, size = -1;
	CHECK_EQUAL(cudaOccMaxPotentialOccupancyBlockSize(&grid, &size, &device, &kernel, &state, NULL, 0), CUDA_OCC_SUCCESS);
	CHECK(grid == 80 && size == 512);
	kernel.numRegs = 16;
	CHECK_EQUAL(cudaOccMaxPotentialOccupancyBlockSize(&grid, &size, &device, &kernel, &state, bytes_of, 0), CUDA_OCC_SUCCESS);
	CHECK(grid == 80 * blocks(&kernel, size, bytes_of(size)) && size <= 768);

	size_t bytes = 0;
	CHECK_EQUAL(cudaOccAvailableDynamicSMemPerBlock(&bytes, &device, &kernel, &state, 7, 142), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(bytes, 23936);
	CHECK_EQUAL(cudaOccAvailableDynamicSMemPerBlock(&bytes, &device, &kernel, &state, 100, 142), CUDA_OCC_ERROR_INVALID_INPUT);

	kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
	kernel.maxDynamicSharedSizeBytes = 30000;
	CHECK_EQUAL(blocks(&kernel, 64, 32933), 0);
	kernel.maxDynamicSharedSizeBytes = 100000;
	CHECK_EQUAL(blocks(&kernel, 64, 80000), 2);
	cudaOccDeviceState less = { CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_MAX_L1 };
	cudaOccResult result;
	CHECK_EQUAL(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &less, 64, 20000), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(result.activeBlocksPerMultiprocessor, 1); // of 32 KiB
	less.carveoutConfig = SHAREDMEM_CARVEOUT_HALF;
	CHECK_EQUAL(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &less, 64, 20000), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(result.activeBlocksPerMultiprocessor, 4); // of 100 KiB
	less.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
	CHECK_EQUAL(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &less, 64, 20000), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(result.activeBlocksPerMultiprocessor, 7);
	CHECK_EQUAL(__occMin(3, -4), -4); // what NVIDIA's header has, too
	CHECK_EQUAL(__occDivideRoundUp(9, 4) * 10 + __occDivideRoundUp(8, 4), 32);
	CHECK_EQUAL(__occRoundUp(9, 4) * 10 + __occRoundUp(8, 4), 128);
	cudaOccDeviceProp ada = { .computeMajor = 8, .computeMinor = 9 }, fermi = { .computeMajor = 2 };
	int shared = 0, unit = 0, most = 0, parts = 0, count = 0;
	CHECK_EQUAL(cudaOccSMemAllocationGranularity(&shared, &ada), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(cudaOccRegAllocationGranularity(&unit, &ada), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(cudaOccRegAllocationMaxPerThread(&most, &ada), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(cudaOccSubPartitionsPerMultiprocessor(&parts, &ada), CUDA_OCC_SUCCESS);
	CHECK_EQUAL(cudaOccMaxBlocksPerMultiprocessor(&count, &ada), CUDA_OCC_SUCCESS);
	CHECK(shared == 128 && unit == 256 && most == 256 && parts == 4 && count == 24);
	CHECK_EQUAL(cudaOccMaxBlocksPerMultiprocessor(&count, &fermi), CUDA_OCC_ERROR_UNKNOWN_DEVICE);
	return unit_finish();
}
