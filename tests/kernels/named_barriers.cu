// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named barriers (bar.sync and bar.arrive with an id and a count): producers and consumers.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

__device__ void barrier_sync(int id, int count) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); }
__device__ void barrier_arrive(int id, int count) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory"); }

// The first half of the block produces, the second half consumes; one pair of barriers each way.
__global__ void pipeline(int *out, int rounds)
{
	__shared__ int slot[512];
	int half = blockDim.x / 2, me = threadIdx.x % half;
	if (threadIdx.x < half) {
		for (int i = 0; i < rounds; i++) {
			barrier_sync(1, blockDim.x); // the slot is free
			slot[me] = i * 1000 + me;
			__threadfence_block();
			barrier_arrive(2, blockDim.x); // the slot is full
		}
	} else {
		int sum = 0;
		for (int i = 0; i < rounds; i++) {
			barrier_arrive(1, blockDim.x);
			barrier_sync(2, blockDim.x);
			sum += slot[half - 1 - me];
		}
		out[me] = sum;
	}
}

int main()
{
	for (int threads : { 64, 128, 512, 1024 }) {
		int half = threads / 2, rounds = 7;
		Buffer<int> out(half);
		pipeline<<<1, threads>>>(out.device, rounds);
		out.expect([&](int i) { return 21000 + rounds * (half - 1 - i); });
	}
	return unit_finish();
}
