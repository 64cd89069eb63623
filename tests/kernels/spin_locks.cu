// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that spin on what other threads, warps and blocks do: locks, tickets, look-back, a barrier
// over the grid made by hand.
// RUNS: ANYWARP_WORKERS=1,2,4
#include "kernels/kernel_test.h"

__global__ void lock_by_all_lanes(int *lock, int *counter)
{
	for (bool done = false; !done;)
		if (atomicCAS(lock, 0, 1) == 0) {
			*(volatile int *)counter = *(volatile int *)counter + 1;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
}

__global__ void ticket_lock(unsigned *next, unsigned *serving, int *counter)
{
	if (threadIdx.x)
		return;
	unsigned mine = atomicAdd(next, 1u);
	while (*(volatile unsigned *)serving != mine) {
	}
	*counter += 1;
	__threadfence();
	*(volatile unsigned *)serving = mine + 1;
}

// Each block waits for the one before it: a chained scan.
__global__ void chained_scan(volatile int *flags, volatile int *sums)
{
	__shared__ int before;
	if (threadIdx.x == 0) {
		int block = blockIdx.x;
		if (block > 0)
			while (!flags[block - 1]) {
			}
		__threadfence();
		before = block ? sums[block - 1] : 0;
		sums[block] = before + block + 1;
		__threadfence();
		flags[block] = 1;
	}
	__syncthreads();
}

__global__ void grid_barrier(int *arrived, int *out, int rounds)
{
	for (int i = 1; i <= rounds; i++) {
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(arrived, 1);
			while (atomicAdd(arrived, 0) < i * (int)gridDim.x) {
			}
		}
		__syncthreads();
		out[blockIdx.x * blockDim.x + threadIdx.x] += atomicAdd(arrived, 0) >= i * (int)gridDim.x;
	}
}

// Warp 0 waits for a flag that another warp sets, without a barrier.
__global__ void between_warps(volatile int *flag, int *out)
{
	if (threadIdx.x < 32) {
		while (!*flag) {
		}
		out[threadIdx.x] = *flag;
	} else if (threadIdx.x == blockDim.x - 1) {
		*flag = 42;
	}
}

int main()
{
	Buffer<int> words(3, 0);
	lock_by_all_lanes<<<8, 96>>>(words.device, words.device + 1);
	words.expect([](int i) { return i == 1 ? 8 * 96 : 0; });
	Buffer<unsigned> tickets(2, 0);
	Buffer<int> counter(1, 0);
	ticket_lock<<<100, 32>>>(tickets.device, tickets.device + 1, counter.device);
	counter.expect([](int) { return 100; });
	Buffer<int> flags(200, 0), sums(200);
	chained_scan<<<200, 64>>>(flags.device, sums.device);
	sums.expect([](int i) { return (i + 1) * (i + 2) / 2; });
	Buffer<int> arrived(1, 0), out(8 * 64, 0);
	grid_barrier<<<8, 64>>>(arrived.device, out.device, 5);
	out.expect([](int) { return 5; });
	Buffer<int> flag(1, 0), seen(32);
	between_warps<<<1, 128>>>(flag.device, seen.device);
	seen.expect([](int) { return 42; });
	return unit_finish();
}
