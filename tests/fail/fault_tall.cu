// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a row of blocks that runs together with those above and below it (gang_tall.c): the report names the block as it was launched.
// RUNS: ANYWARP_WORKERS=1,2
// EXPECT: mark.*block \(1,13,0\), thread \(3,5,0\)
#include "fail/fault.h"

__global__ void mark(int *const *rows, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && (y != 13 * 8 + 5 || x == 35))
		rows[y][x] = x;
}

int main()
{
	const int width = 64, height = 400 * 8;
	int *cells, **rows, *host[height];
	cudaMalloc((void **)&cells, width * height * sizeof(int));
	cudaMalloc((void **)&rows, sizeof(host));
	for (int y = 0; y < height; y++)
		host[y] = y == 13 * 8 + 5 ? NULL : cells + y * width;
	cudaMemcpy(rows, host, sizeof(host), cudaMemcpyHostToDevice);
	mark<<<dim3(2, 400), dim3(32, 8)>>>(rows, width);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
