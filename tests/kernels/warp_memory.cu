// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warps in step that exchange values through volatile shared memory: sums in every order of the steps, a scan, a
// rotation, doubles by shuffles; in whole warps, in part of a last one, and with what was exchanged read again by
// other warps behind a barrier.
#include "kernels/kernel_test.h"

__device__ void sum_upward(volatile int *values, int lane)
{
	if (lane % 2 == 0) values[lane] += values[lane + 1];
	if (lane % 4 == 0) values[lane] += values[lane + 2];
	if (lane % 8 == 0) values[lane] += values[lane + 4];
	if (lane % 16 == 0) values[lane] += values[lane + 8];
	if (lane == 0) values[lane] += values[lane + 16];
}

__device__ void sum_downward(volatile int *values, int lane)
{
	if (lane < 16) {
		values[lane] += values[lane + 16];
		values[lane] += values[lane + 8];
		values[lane] += values[lane + 4];
		values[lane] += values[lane + 2];
		values[lane] += values[lane + 1];
	}
}

// The block's sum, of the warps' sums; and how the first half of a warp found it.
__global__ void sums(int *out)
{
	__shared__ int values[1024 + 32], copy[32];
	int me = threadIdx.x, lane = me % 32, warp = me / 32;
	values[me] = me * 3 + 1;
	sum_upward(&values[warp * 32], lane);
	__syncthreads();
	if (me < 32) {
		volatile int *mine = copy;
		mine[me] = me * 32 < blockDim.x ? values[me * 32] : 0;
		sum_downward(mine, me);
	}
	__syncthreads();
	out[me] = copy[0] * 2 + (values[warp * 32] != 0);
}

// Inclusive sums within a warp, with 16 zeros before it; then each lane takes its neighbour's.
__global__ void scans(int *out)
{
	__shared__ volatile int values[32][48];
	int me = threadIdx.y * blockDim.x + threadIdx.x, lane = me % 32;
	volatile int *mine = &values[me / 32][16];
	if (lane < 16)
		mine[lane - 16] = 0;
	mine[lane] = me + 1;
	int sum = me + 1;
	for (int step = 1; step < 32; step *= 2) {
		sum += mine[lane - step];
		mine[lane] = sum;
	}
	out[me] = sum * 64 + mine[(lane + 1) % 32] % 64;
}

__global__ void doubles(double *out)
{
	double value = threadIdx.x * 0.25 + 1;
	for (int step = 16; step; step /= 2)
		value += __shfl_down_sync(0xffffffffu, value, step);
	out[threadIdx.x] = __shfl_sync(0xffffffffu, value, 0);
}

int main()
{
	for (int threads : { 32, 64, 256, 1024 }) {
		Buffer<int> out(threads);
		sums<<<1, threads>>>(out.device);
		out.expect([&](int) { return (3 * threads * (threads - 1) / 2 + threads) * 2 + 1; });
		Buffer<double> wide(threads);
		doubles<<<1, threads>>>(wide.device);
		wide.expect([](int i) { return 32 * (i / 32 * 32) * 0.25 + 31 * 16 * 0.25 + 32; });
	}
	for (dim3 shape : { dim3(32), dim3(8, 8), dim3(256), dim3(48, 2), dim3(16, 64) }) {
		int threads = shape.x * shape.y;
		Buffer<int> out(threads);
		scans<<<1, shape>>>(out.device);
		auto sum_to = [](int i) {
			int total = 0;
			for (int j = i / 32 * 32; j <= i; j++)
				total += j + 1;
			return total;
		};
		out.expect([&](int i) { return sum_to(i) * 64 + sum_to(i / 32 * 32 + (i + 1) % 32) % 64; });
	}
	return unit_finish();
}
