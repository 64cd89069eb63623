// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__global__ void matrix_add(const float *a, const float *b, float *c, int rows, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column < columns && row < rows)
		c[row * columns + column] = a[row * columns + column] + b[row * columns + column];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int rows = problem->size[0], columns = problem->size[1];
	dim3 block(16, 16), grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
	matrix_add<<<grid, block>>>((const float *)data[0], (const float *)data[1], (float *)data[2], rows, columns);
	bench_finish();
}
