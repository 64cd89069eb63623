// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int block_size = 128, grid_size = 512;

__global__ void dot_product(const float *a, const float *b, float *sums, int count)
{
	__shared__ float products[block_size];
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		sum += a[i] * b[i];
	products[threadIdx.x] = sum;
	__syncthreads();
	for (int i = blockDim.x / 2; i != 0; i /= 2) {
		if (threadIdx.x < i)
			products[threadIdx.x] += products[threadIdx.x + i];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		sums[blockIdx.x] = products[0];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	float sums[grid_size], result;
	double sum = 0;
	dot_product<<<grid_size, block_size>>>((const float *)data[0], (const float *)data[1], (float *)data[3],
	                                       problem->size[0]);
	CHECKED(cudaMemcpy(sums, data[3], sizeof(sums), cudaMemcpyDeviceToHost));
	for (int i = 0; i < grid_size; i++)
		sum += sums[i];
	result = (float)sum;
	CHECKED(cudaMemcpy(data[2], &result, sizeof(result), cudaMemcpyHostToDevice));
	bench_finish();
}
