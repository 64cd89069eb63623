// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clock, clock64, globaltimer and __nanosleep move forward; %smid and the like are in range.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

__global__ void kernel(int *out)
{
	long long start = clock64();
	clock_t shorter = clock();
	unsigned long long before, after;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
	__nanosleep(1000);
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
	unsigned multiprocessor, lane, warp;
	asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	asm("mov.u32 %0, %%warpid;" : "=r"(warp));
	long long end = clock64();
	out[threadIdx.x] = (end > start) + (after >= before) * 2 + (lane == threadIdx.x % 32) * 4 +
	                   (warp < 64) * 8 + (multiprocessor < 1024) * 16 + (clock() != shorter) * 32;
}

int main()
{
	for (int threads : { 1, 32, 100 }) {
		Buffer<int> out(threads);
		kernel<<<1, threads>>>(out.device);
		out.expect([](int) { return 63; });
	}
	return unit_finish();
}
