// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our best reduction on a GPU beside cub::DeviceReduce: made by awcc it is a grid-stride loop, shuffles within the warps and a
// last block that adds the blocks' sums up; made by nvcc it is CUB's (bench/gpu).  Also a tiled matrix product of 4096 x 4096,
// the same source for both.
#include <cuda_runtime.h>
#include <string.h>

#if !defined(__clang__)
#include <cub/cub.cuh>
#endif

#include "gpu_time.h"

enum { THREADS = 512, BLOCKS = 132 * 4, SIZE = 4096 };

__device__ int sum_warp(int value)
{
	for (int offset = 16; offset > 0; offset /= 2)
		value += __shfl_down_sync(~0u, value, offset);
	return value;
}

__device__ int sum_block(int value)
{
	__shared__ int warps[THREADS / 32];
	value = sum_warp(value);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = value;
	__syncthreads();
	value = threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : 0;
	return threadIdx.x < 32 ? sum_warp(value) : 0;
}

__global__ void sum_all(const int4 *array, int n, int *partial, unsigned *done, int *out)
{
	__shared__ bool last;
	int sum = 0;
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
		int4 item = array[i];
		sum += item.x + item.y + item.z + item.w;
	}
	sum = sum_block(sum);
	if (threadIdx.x == 0) {
		partial[blockIdx.x] = sum;
		__threadfence();
		last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	sum = 0;
	for (int i = threadIdx.x; i < gridDim.x; i += THREADS)
		sum += ((volatile int *)partial)[i];
	__syncthreads();
	sum = sum_block(sum);
	if (threadIdx.x == 0)
		*out = sum;
}

template <int TILE>
__global__ void multiply(const float *a, const float *b, float *c, int size)
{
	__shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int k = 0; k < size; k += TILE) {
		tile_a[y][x] = a[row * size + k + x];
		tile_b[y][x] = b[(k + y) * size + column];
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += tile_a[y][i] * tile_b[i][x];
		__syncthreads();
	}
	c[row * size + column] = sum;
}

__global__ void fill(int *array, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		array[i] = (int)((unsigned)i * 2654435761u >> 20) - 2000;
}

__global__ void fill_numbers(float *array, int n, int seed)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		array[i] = (float)((unsigned)(i + seed) * 2654435761u >> 20) / 4096 - 0.5f;
}

static void reduce(int *array, int n)
{
	int *out, sum;
	char *room;
	size_t bytes = 1 << 20;
	if (cudaMalloc(&out, 4) != cudaSuccess || cudaMalloc(&room, bytes) != cudaSuccess)
		exit(1);
	cudaMemset(room, 0, bytes);
#if defined(__clang__)
	auto run = [&] { sum_all<<<BLOCKS, THREADS>>>((int4 *)array, n / 4, (int *)room, (unsigned *)room + BLOCKS, out); };
#else
	auto run = [&] { cub::DeviceReduce::Sum(room, bytes, array, out, n); };
#endif
	double time = median_time(run);
	cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDeviceToHost);
	printf(".reduce_%d\t%.2f\t%d\n", n, time, sum);
	cudaFree(out);
	cudaFree(room);
}

template <int TILE>
static void products(const float *a, const float *b, float *c)
{
	double time = median_time([&] { multiply<TILE><<<dim3(SIZE / TILE, SIZE / TILE), dim3(TILE, TILE)>>>(a, b, c, SIZE); });
	double sum = 0;
	static float host[SIZE];
	cudaMemcpy(host, c + 17 * SIZE, sizeof(host), cudaMemcpyDeviceToHost);
	for (float item : host)
		sum += item;
	printf(".matmul_4096_tile_%d\t%.2f\t%.6g\n", TILE, time, sum);
}

int main()
{
	int *array;
	if (cudaMalloc(&array, sizeof(int) << 28) != cudaSuccess)
		return 1;
	fill<<<1024, 256>>>(array, 1 << 28);
	reduce(array, 100000000);
	reduce(array, 1 << 28);
	float *numbers = (float *)array;
	const int count = SIZE * SIZE;
	fill_numbers<<<1024, 256>>>(numbers, count, 1);
	fill_numbers<<<1024, 256>>>(numbers + count, count, 99);
	products<16>(numbers, numbers + count, numbers + 2 * count);
	products<32>(numbers, numbers + count, numbers + 2 * count);
	return cudaGetLastError() != cudaSuccess;
}
