// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the driver interface's graphs: a kernel and its node.
#ifndef AW_TESTS_GRAPH_TEST_H
#define AW_TESTS_GRAPH_TEST_H

#include <cuda.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

enum { N = 64 };

__global__ void add(int *data, int value)
{
	data[threadIdx.x] += value;
}

// The kernel with ARGUMENTS by one block.
static CUDA_KERNEL_NODE_PARAMS kernel_of(void **arguments, unsigned threads)
{
	cudaFunction_t function;
	CUDA_KERNEL_NODE_PARAMS params = {};
	SUCCEEDS(cudaGetFuncBySymbol(&function, (const void *)add));
	params.func = function;
	params.gridDimX = params.gridDimY = params.gridDimZ = 1;
	params.blockDimX = threads;
	params.blockDimY = params.blockDimZ = 1;
	params.kernelParams = arguments;
	return params;
}

static int value_at(const int *address, int index)
{
	int value;
	SUCCEEDS(cudaMemcpy(&value, address + index, sizeof(value), cudaMemcpyDeviceToHost));
	return value;
}

#endif
