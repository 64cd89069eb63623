// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int threads = 256, per_thread = 4, per_block = threads * per_thread;

// The inclusive scan of one value of each thread (Hillis and Steele).
__device__ int scan_of_block(int value)
{
	__shared__ int sums[threads];
	int thread = threadIdx.x;
	__syncthreads(); // an earlier scan's readers are done
	sums[thread] = value;
	__syncthreads();
	for (int distance = 1; distance < threads; distance *= 2) {
		int before = thread >= distance ? sums[thread - distance] : 0;
		__syncthreads();
		sums[thread] += before;
		__syncthreads();
	}
	return sums[thread];
}

__global__ void scan_blocks(const int4 *input, int4 *output, int *sums)
{
	int i = blockIdx.x * threads + threadIdx.x;
	int4 values = input[i];
	values.y += values.x;
	values.z += values.y;
	values.w += values.z;
	int up_to = scan_of_block(values.w), before = up_to - values.w;
	output[i] = make_int4(values.x + before, values.y + before, values.z + before, values.w + before);
	if (threadIdx.x == threads - 1)
		sums[blockIdx.x] = up_to;
}

__global__ void scan_sums(int *sums, int count)
{
	__shared__ int last;
	int carry = 0;
	for (int first = 0; first < count; first += threads) {
		int i = first + threadIdx.x;
		int up_to = carry + scan_of_block(i < count ? sums[i] : 0);
		if (i < count)
			sums[i] = up_to;
		if (threadIdx.x == threads - 1)
			last = up_to;
		__syncthreads();
		carry = last;
	}
}

__global__ void add_sums(int4 *output, const int *sums)
{
	if (blockIdx.x == 0)
		return;
	int i = blockIdx.x * threads + threadIdx.x, before = sums[blockIdx.x - 1];
	int4 values = output[i];
	output[i] = make_int4(values.x + before, values.y + before, values.z + before, values.w + before);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int blocks = problem->size[0] / per_block, *sums = (int *)data[2];
	scan_blocks<<<blocks, threads>>>((const int4 *)data[0], (int4 *)data[1], sums);
	scan_sums<<<1, threads>>>(sums, blocks);
	add_sums<<<blocks, threads>>>((int4 *)data[1], sums);
	bench_finish();
}
