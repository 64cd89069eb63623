// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int block_size = 1024, grid_size = 24;

__device__ bool last_block(int *counter)
{
	__threadfence();
	int last = 0;
	if (threadIdx.x == 0)
		last = atomicAdd(counter, 1) == gridDim.x - 1;
	return __syncthreads_or(last);
}

// The sum of VALUE over the block, for thread 0.
__device__ int sum_of_block(int value)
{
	__shared__ int partial[block_size];
	int thread = threadIdx.x;
	__syncthreads(); // an earlier sum's readers are done
	partial[thread] = value;
	__syncthreads();
	for (int size = block_size / 2; size > 0; size /= 2) {
		if (thread < size)
			partial[thread] += partial[thread + size];
		__syncthreads();
	}
	return partial[0];
}

__device__ int sum_of_thread(const int *numbers, int count)
{
	int sum = 0;
	for (int i = threadIdx.x + blockIdx.x * block_size; i < count; i += block_size * gridDim.x)
		sum += numbers[i];
	return sum;
}

__global__ void sum_two_launches(const int *numbers, int count, int *partial)
{
	int sum = sum_of_block(sum_of_thread(numbers, count));
	if (threadIdx.x == 0)
		partial[blockIdx.x] = sum;
}

__global__ void sum_one_launch(const int *numbers, int count, int *partial, int *counter, int *result)
{
	int sum = sum_of_block(sum_of_thread(numbers, count));
	if (threadIdx.x == 0)
		partial[blockIdx.x] = sum;
	if (last_block(counter)) {
		sum = sum_of_block(threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0);
		if (threadIdx.x == 0) {
			*result = sum;
			*counter = 0; // as the next launch needs it
		}
	}
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	const int *numbers = (const int *)data[0];
	int *result = (int *)data[1], *partial = (int *)data[2], *counter = (int *)data[3], count = problem->size[0];
	if (problem->which)
		sum_one_launch<<<grid_size, block_size>>>(numbers, count, partial, counter, result);
	else {
		sum_two_launches<<<grid_size, block_size>>>(numbers, count, partial);
		sum_two_launches<<<1, block_size>>>(partial, grid_size, result);
	}
	bench_finish();
}
