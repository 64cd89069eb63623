// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two block reductions in a row with one barrier too few: the second overwrites the first's result,
// which the other warps read directly after a barrier.  Formally a race; warps that advance together,
// as a GPU's do, are past the read long before the first of them is through its shuffles.
#include "kernels/kernel_test.h"

__shared__ int partial[32];

__device__ int sum_of_block(int value)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	for (int step = 16; step; step /= 2)
		value += __shfl_xor_sync(0xffffffffu, value, step);
	if (lane == 0)
		partial[warp] = value;
	__syncthreads();
	value = lane < blockDim.x / 32 ? partial[lane] : 0;
	for (int step = 16; step; step /= 2)
		value += __shfl_xor_sync(0xffffffffu, value, step);
	if (threadIdx.x == 0)
		partial[0] = value;
	__syncthreads();
	return partial[0];
}

__global__ void twice(int *out)
{
	int sum = sum_of_block(threadIdx.x);
	int square = sum_of_block(threadIdx.x * 2 + 1);
	out[threadIdx.x] = sum * 3 + square;
}

int main()
{
	for (int threads : { 64, 256, 1024 }) {
		Buffer<int> out(threads);
		twice<<<1, threads>>>(out.device);
		out.expect([&](int) { return threads * (threads - 1) / 2 * 3 + threads * threads; });
	}
	return unit_finish();
}
