// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that a GPU may run by second entries, over grids large enough for it, launch after launch: what they read and write of
// variables is what all other kernels and the host have.
#include "unit/unit.h"

__constant__ int factors[4];
__device__ int sum, multiples;
__device__ const int table[4] = { 10, 20, 30, 40 };
__managed__ int offset;

__global__ void scale(const int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i] * factors[i & 3] + offset;
}

__global__ void look(const int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i] + table[i & 3];
}

__global__ void count(const int *a, int width, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && a[i] % width == 0)
		atomicAdd(&multiples, 1);
}

__global__ void add_up(int times)
{
	sum += multiples * times;
	multiples = 0;
}

int main()
{
	enum { THREADS = 256, BLOCKS = 9000, N = THREADS * BLOCKS - 5, TIMES = 6 };
	int *a, *b, expected = 0, found;
	CHECK(cudaMallocManaged((void **)&a, N * sizeof(int)) == cudaSuccess && cudaMallocManaged((void **)&b, N * sizeof(int)) == cudaSuccess);
	for (int i = 0; i < N; i++)
		a[i] = i;
	for (int time = 1; time <= TIMES; time++) {
		int by[] = { time, time + 1, time * 2, 7 }, wrong = 0;
		CHECK(cudaMemcpyToSymbol(factors, by, sizeof(by)) == cudaSuccess);
		offset = time * 100;
		scale<<<BLOCKS, THREADS>>>(a, b, N);
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
		for (int i = 0; i < N; i++)
			wrong += b[i] != (int)((unsigned)a[i] * by[i & 3] + time * 100);
		look<<<BLOCKS, THREADS>>>(a, b, N);
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
		for (int i = 0; i < N; i++)
			wrong += b[i] != a[i] + 10 * (1 + (i & 3));
		CHECK_EQUAL(wrong, 0);
		count<<<BLOCKS, THREADS>>>(a, 1000 + time, N);
		add_up<<<1, 1>>>(time);
		expected += ((N - 1) / (1000 + time) + 1) * time;
	}
	CHECK(cudaMemcpyFromSymbol(&found, sum, sizeof(found)) == cudaSuccess);
	CHECK_EQUAL(found, expected);
	CHECK(cudaFree(a) == cudaSuccess && cudaFree(b) == cudaSuccess);
	return unit_finish();
}
