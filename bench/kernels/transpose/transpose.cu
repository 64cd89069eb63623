// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int tile = 32, rows = 8;

__global__ void transpose(const float *input, float *output, int size)
{
	__shared__ float square[tile][tile + 1];
	int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
	for (int i = 0; i < tile; i += rows)
		square[threadIdx.y + i][threadIdx.x] = input[(y + i) * size + x];
	__syncthreads();
	x = blockIdx.y * tile + threadIdx.x;
	y = blockIdx.x * tile + threadIdx.y;
	for (int i = 0; i < tile; i += rows)
		output[(y + i) * size + x] = square[threadIdx.x][threadIdx.y + i];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int size = problem->size[0];
	transpose<<<dim3(size / tile, size / tile), dim3(tile, rows)>>>((const float *)data[0], (float *)data[1], size);
	bench_finish();
}
