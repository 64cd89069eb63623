// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int threads = 256, warps = threads / 32, digits = 16;

// counts[digit][block], so that one scan gives each block's first place for each digit.
__global__ void count_digits(const unsigned *keys, int shift, int *counts)
{
	__shared__ int mine[digits];
	if (threadIdx.x < digits)
		mine[threadIdx.x] = 0;
	__syncthreads();
	unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
	atomicAdd(&mine[key >> shift & (digits - 1)], 1);
	__syncthreads();
	if (threadIdx.x < digits)
		counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

__device__ int scan_of_warp(int value)
{
	int lane = threadIdx.x % 32;
	for (int distance = 1; distance < 32; distance *= 2) {
		int before = __shfl_up_sync(~0u, value, distance);
		if (lane >= distance)
			value += before;
	}
	return value;
}

// Exclusive, by one block: each thread adds a consecutive piece up, the block scans the threads' sums.
__global__ void scan_counts(int *counts, int count)
{
	__shared__ int of_warps[warps];
	int each = count / threads, lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = 0;
	int *mine = counts + threadIdx.x * each;
	for (int i = 0; i < each; i++)
		sum += mine[i];
	int up_to = scan_of_warp(sum);
	if (lane == 31)
		of_warps[warp] = up_to;
	__syncthreads();
	int before = up_to - sum;
	for (int i = 0; i < warp; i++)
		before += of_warps[i];
	for (int i = 0; i < each; i++) {
		int here = mine[i];
		mine[i] = before;
		before += here;
	}
}

__global__ void scatter(const unsigned *keys, unsigned *sorted, int shift, const int *places)
{
	__shared__ int of_warps[warps][digits];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	if (threadIdx.x < warps * digits)
		of_warps[threadIdx.x / digits][threadIdx.x % digits] = 0;
	__syncthreads();
	unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
	int digit = key >> shift & (digits - 1);
	unsigned equals = __match_any_sync(~0u, digit);
	int rank = __popc(equals & ((1u << lane) - 1));
	if (rank == 0)
		of_warps[warp][digit] = __popc(equals);
	__syncthreads();
	for (int i = 0; i < warp; i++)
		rank += of_warps[i][digit];
	sorted[places[digit * gridDim.x + blockIdx.x] + rank] = key;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int blocks = problem->size[0] / threads, shift = problem->size[1], *counts = (int *)data[2];
	const unsigned *keys = (const unsigned *)data[0];
	count_digits<<<blocks, threads>>>(keys, shift, counts);
	scan_counts<<<1, threads>>>(counts, blocks * digits);
	scatter<<<blocks, threads>>>(keys, (unsigned *)data[1], shift, counts);
	bench_finish();
}
