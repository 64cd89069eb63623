// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int columns = 1024, threads = 256, warps = threads / 32;

__device__ float largest_of_block(float value)
{
	__shared__ float of_warps[warps];
	for (int distance = 16; distance > 0; distance /= 2)
		value = fmaxf(value, __shfl_xor_sync(~0u, value, distance));
	if (threadIdx.x % 32 == 0)
		of_warps[threadIdx.x / 32] = value;
	__syncthreads();
	for (int i = 0; i < warps; i++)
		value = fmaxf(value, of_warps[i]);
	return value;
}

__device__ float sum_of_block(float value)
{
	__shared__ float of_warps[warps];
	for (int distance = 16; distance > 0; distance /= 2)
		value += __shfl_xor_sync(~0u, value, distance);
	if (threadIdx.x % 32 == 0)
		of_warps[threadIdx.x / 32] = value;
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < warps; i++)
		sum += of_warps[i];
	return sum;
}

__global__ void softmax(const float4 *input, float4 *output)
{
	int place = blockIdx.x * threads + threadIdx.x;
	float4 x = input[place];
	float largest = largest_of_block(fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w)));
	x = make_float4(expf(x.x - largest), expf(x.y - largest), expf(x.z - largest), expf(x.w - largest));
	float factor = 1 / sum_of_block(x.x + x.y + x.z + x.w);
	output[place] = make_float4(x.x * factor, x.y * factor, x.z * factor, x.w * factor);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	static_assert(columns == 4 * threads, "a float4 a thread");
	softmax<<<problem->size[0], threads>>>((const float4 *)data[0], (float4 *)data[1]);
	bench_finish();
}
