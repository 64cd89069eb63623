// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int tile = 16;

__global__ void multiply_direct(const float *a, const float *b, float *c, int size)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < size && column < size) {
		float sum = 0;
		for (int k = 0; k < size; k++)
			sum += a[row * size + k] * b[k * size + column];
		c[row * size + column] = sum;
	}
}

__global__ void multiply_tiled(const float *a, const float *b, float *c, int size)
{
	__shared__ float tile_a[tile][tile], tile_b[tile][tile];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
	float sum = 0;
	for (int k = 0; k < size; k += tile) {
		tile_a[y][x] = a[row * size + k + x];
		tile_b[y][x] = b[(k + y) * size + column];
		__syncthreads();
		for (int i = 0; i < tile; i++)
			sum += tile_a[y][i] * tile_b[i][x];
		__syncthreads();
	}
	c[row * size + column] = sum;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int size = problem->size[0], blocks = (size + tile - 1) / tile;
	(problem->which ? multiply_tiled : multiply_direct)<<<dim3(blocks, blocks), dim3(tile, tile)>>>(
		(const float *)data[0], (const float *)data[1], (float *)data[2], size);
	bench_finish();
}
