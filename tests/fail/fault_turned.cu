// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In gangs along y (simd_turned.c): the report names the block and the thread as they were launched.
// RUNS: ANYWARP_WORKERS=1,2
// EXPECT: mark.*block \(2,3,0\), thread \(5,7,0\)
#include "fail/fault.h"

__global__ void mark(int *cells, long width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= 2 * 16 + 5 && j >= 3 * 32 + 7)
		cells[i * width + j] = 1;
}

int main()
{
	int *cells;
	cudaMalloc((void **)&cells, 3 * 16 * sizeof(int));
	mark<<<dim3(3, 4), dim3(16, 32)>>>(cells, 1l << 40);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
