// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX: memory from the stack of sizes that threads find out (alloca, stacksave, stackrestore), and registers that a tool or a driver would
// set, which are 0.
#include "kernels/kernel_test.h"

__device__ __noinline__ int sum_of(int count, int seed)
{
	unsigned long long place;
	asm volatile("{ .reg .u64 p; alloca.u64 p, %1, 16; cvta.local.u64 %0, p; }" : "=l"(place) : "l"((long long)count * 4));
	int *numbers = (int *)place, sum = place % 16 ? 1000000 : 0;
	for (int i = 0; i < count; i++)
		numbers[i] = seed * i;
	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

__global__ void sums(int *out)
{
	int rank = thread_rank();
	out[rank] = sum_of(rank % 7 + 1, rank) + sum_of(5, 1);
}

// Each turn's memory is given back: together it would be more than a stack has.
__global__ void turns(int *out, int count)
{
	int rank = thread_rank(), sum = 0;
	for (int i = 0; i < count; i++) {
		unsigned long long saved, place;
		asm volatile("stacksave.u64 %0;" : "=l"(saved));
		asm volatile("{ .reg .u64 p; alloca.u64 p, %1; cvta.local.u64 %0, p; }" : "=l"(place) : "l"(64ll + rank % 3 * 8));
		volatile int *numbers = (volatile int *)place;
		numbers[i % 16] = rank + i;
		sum += numbers[i % 16];
		asm volatile("stackrestore.u64 %0;" ::"l"(saved));
	}
	out[rank] = sum;
}

__global__ void unset(unsigned long long *out)
{
	unsigned int a, b, c;
	unsigned long long d;
	asm("mov.b32 %0, %%envreg0;" : "=r"(a));
	asm("mov.b32 %0, %%envreg31;" : "=r"(b));
	asm volatile("mov.u32 %0, %%pm7;" : "=r"(c));
	asm volatile("mov.u64 %0, %%pm3_64;" : "=l"(d));
	out[thread_rank()] = a + b + c + d;
}

int main()
{
	for (dim3 block : shapes) {
		Buffer<int> out(size_of(block));
		sums<<<1, block>>>(out.device);
		out.expect([](int i) { return i * (i % 7) * (i % 7 + 1) / 2 + 10; });
		turns<<<1, block>>>(out.device, 40);
		out.expect([](int i) { return 40 * i + 780; });
		if (!on_cpu()) // a GPU's driver sets them
			continue;
		Buffer<unsigned long long> none(size_of(block));
		unset<<<1, block>>>(none.device);
		none.expect([](int) { return 0ull; });
	}
	Buffer<int> out(64);
	turns<<<1, 64>>>(out.device, 60000);
	out.expect([](int i) { return 60000 * i + 30000 * 59999; });
	return unit_finish();
}
