// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seven reductions of 32 values by one warp.
//
// The first five are written as before Volta: the lanes of a warp run in step, so volatile accesses
// to shared memory need no barrier between them.  The last uses registers only, with the shuffles
// of before CUDA 9; it keeps the order of the operands.
#include "sample.h"

static const int lanes = 32;

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

__device__ int registers(int value)
{
	value += __shfl_down(value, 1);
	value += __shfl_down(value, 2);
	value += __shfl_down(value, 4);
	value += __shfl_down(value, 8);
	value += __shfl_down(value, 16);
	return __shfl(value, 0);
}

template <int (*reduce)(volatile int *)>
__global__ void by_memory(const int *input, int *output)
{
	__shared__ int values[lanes + 16];
	values[threadIdx.x] = input[threadIdx.x];
	if (threadIdx.x < 16)
		values[lanes + threadIdx.x] = 0;
	__syncthreads();
	output[threadIdx.x] = reduce(values);
}

__global__ void by_registers(const int *input, int *output)
{
	output[threadIdx.x] = registers(input[threadIdx.x]);
}

// The guarded form twice: each warp its 32 values, then the first warp the warps' results.
__global__ void by_block(const int *input, int count, int *output)
{
	__shared__ int values[1024];
	int thread = threadIdx.x, sum = 0;
	for (int i = thread; i < count; i += blockDim.x)
		sum += input[i];
	values[thread] = sum;
	guarded(&values[thread & ~(lanes - 1)]);
	__syncthreads();
	if (thread < lanes) {
		values[thread] = thread * lanes < blockDim.x ? values[thread * lanes] : 0;
		guarded(values);
		if (thread == 0)
			*output = values[0];
	}
}

static bool same(const int *device, int count, int expected, const char *name)
{
	int results[lanes];
	CHECKED_LAUNCH();
	sample_download(results, device, count);
	bool good = true;
	for (int i = 0; i < count; i++)
		good = good && results[i] == expected;
	printf("%-28s %s\n", name, good ? "right in every lane" : "wrong");
	return good;
}

int main()
{
	const int count = 10000;
	static int input[count];
	int of_warp = 0, of_all = 0;
	for (int i = 0; i < count; i++) {
		of_all += input[i] = (int)sample_random(1000);
		of_warp += i < lanes ? input[i] : 0;
	}
	int *device = sample_upload(input, count), *output;
	CHECKED(cudaMalloc((void **)&output, lanes * sizeof(int)));

	by_memory<guarded><<<1, lanes>>>(device, output);
	bool good = same(output, lanes, of_warp, "guarded");
	by_memory<unguarded><<<1, lanes>>>(device, output);
	good = same(output, lanes, of_warp, "unguarded") && good;
	by_memory<ordered><<<1, lanes>>>(device, output);
	good = same(output, lanes, of_warp, "ordered") && good;
	by_memory<ordered_padded><<<1, lanes>>>(device, output);
	good = same(output, lanes, of_warp, "ordered, padded") && good;
	by_registers<<<1, lanes>>>(device, output);
	good = same(output, lanes, of_warp, "shuffles") && good;
	by_block<<<1, 1024>>>(device, count, output);
	good = same(output, 1, of_all, "inside a block of 1024") && good;
	by_block<<<1, 256>>>(device, count, output);
	good = same(output, 1, of_all, "inside a block of 256") && good;
	CHECKED(cudaFree(device));
	CHECKED(cudaFree(output));
	return sample_finish("reduce warp", good);
}
