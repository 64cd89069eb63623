// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs whose kernel must fail: the error is CUDA's, it is sticky, the host lives on, and
// after cudaDeviceReset the device works again.
#ifndef AW_TESTS_FAULT_H
#define AW_TESTS_FAULT_H

#include "unit/unit.h"

__global__ void fault_healthy(int *out)
{
	*out = 42;
}

static inline void fault_expect(cudaError_t expected)
{
	CHECK_EQUAL(cudaDeviceSynchronize(), expected);
	CHECK_EQUAL(cudaGetLastError(), expected);
	void *memory = NULL;
	CHECK_EQUAL(cudaMalloc(&memory, 16), expected);
	CHECK_EQUAL(cudaDeviceReset(), cudaSuccess);
	cudaGetLastError();
	int *device, seen = 0;
	CHECK_EQUAL(cudaMalloc((void **)&device, sizeof(int)), cudaSuccess);
	fault_healthy<<<1, 1>>>(device);
	CHECK_EQUAL(cudaMemcpy(&seen, device, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
	CHECK_EQUAL(seen, 42);
	CHECK_EQUAL(cudaFree(device), cudaSuccess);
}

#endif
