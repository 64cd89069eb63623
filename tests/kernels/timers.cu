// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clock, clock64, globaltimer and __nanosleep move forward; %smid and the like are in range; %gridid and the
// halves of the clocks are what the whole is.
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
	unsigned clock_high, timer_low, timer_high;
	unsigned long long grid;
	unsigned short_grid;
	asm("mov.u64 %0, %%gridid;" : "=l"(grid));
	asm("mov.u32 %0, %%gridid;" : "=r"(short_grid));
	asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(clock_high));
	asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(timer_low));
	asm volatile("mov.u32 %0, %%globaltimer_hi;" : "=r"(timer_high));
	unsigned long long timer = (unsigned long long)timer_high << 32 | timer_low;
	long long end = clock64();
	out[threadIdx.x] = (end > start) + (after >= before) * 2 + (lane == threadIdx.x % 32) * 4 +
	                   (warp < 64) * 8 + (multiprocessor < 1024) * 16 + (clock() != shorter) * 32 +
	                   (short_grid == (unsigned)grid) * 64 + (clock_high - (unsigned)(start >> 32) <= 1) * 128 +
	                   (timer - after < 1000000000ull) * 256;
}

int main()
{
	for (int threads : { 1, 32, 100 }) {
		Buffer<int> out(threads);
		kernel<<<1, threads>>>(out.device);
		out.expect([](int) { return 511; });
	}
	return unit_finish();
}
