// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__global__ void multiply(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows) {
		float sum = 0;
		for (int k = starts[row]; k < starts[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[row] = sum;
	}
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int rows = problem->size[0];
	multiply<<<(rows + 255) / 256, 256>>>((const int *)data[0], (const int *)data[1], (const float *)data[2],
	                                      (const float *)data[3], (float *)data[4], rows);
	bench_finish();
}
