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

// A stack of slots with a lock each: who pushes waits until its slot is free, who pops until it is full, and both look with the lock
// taken.
struct slots {
	int *locks, *full, *values;
	unsigned *end;
	__device__ bool look(int at, int wanted, int *value)
	{
		if (atomicCAS(&locks[at], 0, 1))
			return false;
		bool good = *(volatile int *)&full[at] == wanted;
		if (good && wanted)
			*value = values[at];
		else if (good)
			values[at] = *value;
		__threadfence();
		if (good)
			atomicXor(&full[at], 1);
		__threadfence();
		atomicExch(&locks[at], 0);
		return good;
	}
};

__global__ void push_and_pop(slots stack, int *taken, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, value = i, at = 0;
	if (i >= n)
		return;
	at = (int)atomicAdd(stack.end, 1u);
	for (bool done = false; !done;)
		done = stack.look(at, 0, &value);
	at = (int)atomicSub(stack.end, 1u) - 1;
	for (bool done = false; !done;)
		done = stack.look(at, 1, &value);
	atomicAdd(&taken[value], 1);
}

int main()
{
	const int many = 50000;
	Buffer<int> locks(many, 0), full(many, 0), values(many, 0), taken(many, 0);
	Buffer<unsigned> end(1, 0);
	push_and_pop<<<(many + 255) / 256, 256>>>({ locks.device, full.device, values.device, end.device }, taken.device, many);
	taken.expect([](int) { return 1; });
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
