// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The volatile forms are written as before Volta: the lanes of a warp run in step.
#include "peer_cuda.h"

static const int lanes = 32, warps = 8, per_thread = 16;

__device__ int guarded(volatile int *values)
{
	int lane = threadIdx.x % lanes;
	if (lane < 16) values[lane] += values[lane + 16];
	if (lane < 8) values[lane] += values[lane + 8];
	if (lane < 4) values[lane] += values[lane + 4];
	if (lane < 2) values[lane] += values[lane + 2];
	if (lane == 0) values[lane] += values[lane + 1];
	return values[0];
}

__device__ int unguarded(volatile int *values)
{
	int lane = threadIdx.x % lanes;
	if (lane < 16) {
		values[lane] += values[lane + 16];
		values[lane] += values[lane + 8];
		values[lane] += values[lane + 4];
		values[lane] += values[lane + 2];
		values[lane] += values[lane + 1];
	}
	return values[0];
}

// Neighbours first, so that the order of the operands is kept.
__device__ int ordered(volatile int *values)
{
	int lane = threadIdx.x % lanes;
	if (lane % 2 == 0) values[lane] += values[lane + 1];
	if (lane % 4 == 0) values[lane] += values[lane + 2];
	if (lane % 8 == 0) values[lane] += values[lane + 4];
	if (lane % 16 == 0) values[lane] += values[lane + 8];
	if (lane == 0) values[lane] += values[lane + 16];
	return values[0];
}

// Needs values[32..47] to be 0.
__device__ int ordered_padded(volatile int *values)
{
	int lane = threadIdx.x % lanes;
	values[lane] += values[lane + 1];
	values[lane] += values[lane + 2];
	values[lane] += values[lane + 4];
	values[lane] += values[lane + 8];
	values[lane] += values[lane + 16];
	return values[0];
}

// As programs write it that are for GPUs of before and after Volta.
#if __CUDA_ARCH__ >= 700
#define shuffle(value, lane) __shfl_sync(0xffffffffu, value, lane)
#define shuffle_down(value, step) __shfl_down_sync(0xffffffffu, value, step)
#else
#define shuffle(value, lane) __shfl(value, lane)
#define shuffle_down(value, step) __shfl_down(value, step)
#endif

__device__ int shuffles(int value)
{
	value += shuffle_down(value, 1);
	value += shuffle_down(value, 2);
	value += shuffle_down(value, 4);
	value += shuffle_down(value, 8);
	value += shuffle_down(value, 16);
	return shuffle(value, 0);
}

template <int (*reduce)(volatile int *)>
__global__ void rows_by_memory(const int *input, int *output)
{
	__shared__ int values[warps][lanes + 16];
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % lanes;
	volatile int *mine = values[threadIdx.x / lanes];
	int square = input[i] * input[i];
	mine[lane] = square;
	if (lane < 16)
		mine[lanes + lane] = 0;
	output[i] = square * lanes - reduce(mine);
}

__global__ void rows_by_registers(const int *input, int *output)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int square = input[i] * input[i];
	output[i] = square * lanes - shuffles(square);
}

// The guarded form twice: each warp its 32 values, then the first warp the warps' results.
__global__ void by_block(const int *input, int *output)
{
	__shared__ int values[1024];
	int thread = threadIdx.x, sum = 0;
	const int *mine = input + blockIdx.x * blockDim.x * per_thread;
	for (int i = 0; i < per_thread; i++)
		sum += mine[i * blockDim.x + thread];
	values[thread] = sum;
	guarded(&values[thread & ~(lanes - 1)]);
	__syncthreads();
	if (thread < lanes) {
		values[thread] = thread * lanes < blockDim.x ? values[thread * lanes] : 0;
		guarded(values);
		if (thread == 0)
			output[blockIdx.x] = values[0];
	}
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	const int *input = (const int *)data[0];
	int *output = (int *)data[1], count = problem->size[0] * lanes, block = problem->size[1];
	int blocks = count / (lanes * warps);
	switch (problem->which) {
	case 0: rows_by_memory<guarded><<<blocks, lanes * warps>>>(input, output); break;
	case 1: rows_by_memory<unguarded><<<blocks, lanes * warps>>>(input, output); break;
	case 2: rows_by_memory<ordered><<<blocks, lanes * warps>>>(input, output); break;
	case 3: rows_by_memory<ordered_padded><<<blocks, lanes * warps>>>(input, output); break;
	case 4: rows_by_registers<<<blocks, lanes * warps>>>(input, output); break;
	default: by_block<<<count / (block * per_thread), block>>>(input, output);
	}
	bench_finish();
}
