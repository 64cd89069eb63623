// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int radius = 3, taps = 2 * radius + 1, width = 32, height = 8;

__constant__ float weights[taps][taps];

__global__ void convolve(const float *image, float *result, int size)
{
	__shared__ float tile[height + 2 * radius][width + 2 * radius];
	int x = threadIdx.x, y = threadIdx.y, pitch = size + 2 * radius;
	const float *corner = image + blockIdx.y * height * pitch + blockIdx.x * width;
	for (int row = y; row < height + 2 * radius; row += height)
		for (int column = x; column < width + 2 * radius; column += width)
			tile[row][column] = corner[row * pitch + column];
	__syncthreads();
	float sum = 0;
#pragma unroll
	for (int i = 0; i < taps; i++)
#pragma unroll
		for (int k = 0; k < taps; k++)
			sum += weights[i][k] * tile[y + i][x + k];
	result[(blockIdx.y * height + y) * size + blockIdx.x * width + x] = sum;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int size = problem->size[0];
	CHECKED(cudaMemcpyToSymbolAsync(weights, data[1], sizeof(weights), 0, cudaMemcpyDeviceToDevice));
	convolve<<<dim3(size / width, size / height), dim3(width, height)>>>((const float *)data[0], (float *)data[2], size);
	bench_finish();
}
