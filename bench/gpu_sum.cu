// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lecture's reduction on a GPU: a grid-stride loop and a tree in shared memory, with grids that leave much of
// the GPU idle and grids that fill it, beside a copy's rate; made by awcc and by nvcc (bench/gpu).

#include "gpu_time.h"

enum { THREADS = 1024 };

__global__ void sum_blocks(const int *array, int n, int *out)
{
	__shared__ int shared[THREADS];
	int index = threadIdx.x, sum = 0;
	for (int i = blockIdx.x * THREADS + index; i < n; i += gridDim.x * THREADS)
		sum += array[i];
	shared[index] = sum;
	__syncthreads();
	for (int size = THREADS / 2; size > 0; size /= 2) {
		if (index < size)
			shared[index] += shared[index + size];
		__syncthreads();
	}
	if (index == 0)
		out[blockIdx.x] = shared[0];
}

__global__ void add_vectors(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

__global__ void fill(int *array, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		array[i] = (int)((unsigned)i * 2654435761u >> 20) - 2000;
}

int main()
{
	const int counts[] = { 100000000, 1 << 28 }, grids[] = { 24, 264, 528 };
	int *array, *out;
	if (cudaMalloc(&array, sizeof(int) << 28) != cudaSuccess || cudaMalloc(&out, 4096) != cudaSuccess)
		return 1;
	fill<<<1024, 256>>>(array, 1 << 28);
	for (int n : counts)
		for (int grid : grids) {
			double time = median_time([&] {
				sum_blocks<<<grid, THREADS>>>(array, n, out);
				sum_blocks<<<1, THREADS>>>(out, grid, out + 600);
			});
			int sum;
			cudaMemcpy(&sum, out + 600, sizeof(sum), cudaMemcpyDeviceToHost);
			printf(".%d.grid_%d\t%.2f\t%d\n", n, grid, time, sum);
		}
	const int third = 80000000; // floats of the array
	float *numbers = (float *)array;
	double add = median_time([&] { add_vectors<<<(third + 255) / 256, 256>>>(numbers, numbers + third, numbers + 2 * third, third); });
	double copy = median_time([&] { cudaMemcpyAsync(numbers, numbers + third, third * 4ul, cudaMemcpyDeviceToDevice); });
	printf(".vector_add\t%.2f\t%d\n.copy\t%.2f\t0\n", add, cudaGetLastError() != cudaSuccess, copy);
	return 0;
}
