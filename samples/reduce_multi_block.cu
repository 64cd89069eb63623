// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum of 100,000,000 ints by 24 blocks of 1,024 threads, in two launches and in one.
//
// Each block walks the array with the stride of the grid and adds its part up in shared memory.
// Two launches: a second launch of one block adds the 24 results up.  One launch: the last block to
// arrive does it (see last_block_guard.cu).
#include "sample.h"

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

__global__ void sum_one_launch(const int *numbers, int count, int *partial, int *counter)
{
	int sum = sum_of_block(sum_of_thread(numbers, count));
	if (threadIdx.x == 0)
		partial[blockIdx.x] = sum;
	if (last_block(counter)) {
		sum = sum_of_block(threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0);
		if (threadIdx.x == 0)
			partial[0] = sum;
	}
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 100000000;
	int *numbers = (int *)malloc(count * sizeof(int)), expected = 0, sums[2];
	if (!numbers)
		return sample_finish("reduce multi block", false);
	for (int i = 0; i < count; i++)
		expected += numbers[i] = i & 15;
	int *device = sample_upload(numbers, count), *partial, *counter;
	CHECKED(cudaMalloc((void **)&partial, grid_size * sizeof(int)));
	CHECKED(cudaMalloc((void **)&counter, sizeof(int)));
	CHECKED(cudaMemset(counter, 0, sizeof(int)));

	sum_two_launches<<<grid_size, block_size>>>(device, count, partial);
	sum_two_launches<<<1, block_size>>>(partial, grid_size, partial);
	CHECKED_LAUNCH();
	sample_download(&sums[0], partial, 1);

	sum_one_launch<<<grid_size, block_size>>>(device, count, partial, counter);
	CHECKED_LAUNCH();
	sample_download(&sums[1], partial, 1);

	printf("sum of %d ints: %d in two launches, %d in one, expected %d\n", count, sums[0], sums[1], expected);
	CHECKED(cudaFree(device));
	CHECKED(cudaFree(partial));
	CHECKED(cudaFree(counter));
	free(numbers);
	return sample_finish("reduce multi block", sums[0] == expected && sums[1] == expected);
}
