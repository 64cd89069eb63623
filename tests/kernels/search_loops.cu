// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end early when another thread has found something, which gangs do, and those that look a number of times for what another
// one writes, which wait; and threads that sleep meanwhile.  tests/awcc/block_waits.sh says which is which.
// RUNS: ANYWARP_WORKERS=1,2,5
#include "kernel_test.h"

// --- gangs ---

// Each thread for itself.
__global__ void first_of(const int *values, int count, int wanted, int *found)
{
	int stride = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count && i < *(volatile int *)found; i += stride)
		if (values[i] == wanted)
			atomicMin(found, i);
}

// One thread looks for its block.
__global__ void first_of_tiles(const int *values, int count, int wanted, int *found)
{
	__shared__ int known, mine;
	if (threadIdx.x == 0)
		mine = count;
	__syncthreads();
	for (unsigned tile = blockIdx.x * blockDim.x; tile < count; tile += gridDim.x * blockDim.x) {
		if (threadIdx.x == 0)
			known = atomicOr(found, 0);
		__syncthreads();
		if (known < tile)
			return;
		unsigned i = tile + threadIdx.x;
		bool here = i < count && values[i] == wanted;
		if (here)
			atomicMin(&mine, (int)i);
		if (__syncthreads_or(here)) {
			if (threadIdx.x == 0)
				atomicMin(found, mine);
			return;
		}
	}
}

// A chain of blocks that sleep until it is their turn.
__global__ void sleepers(int *sums, volatile int *turns)
{
	if (threadIdx.x == 0) {
		for (int wait = 8; turns[blockIdx.x] == 0; wait = wait < 256 ? wait * 2 : wait)
			__nanosleep(wait);
		__threadfence();
		sums[blockIdx.x + 1] = sums[blockIdx.x] + blockIdx.x;
		__threadfence();
		turns[blockIdx.x + 1] = 1;
	}
	__nanosleep(threadIdx.x);
}

// --- fibers ---

// Another warp writes what the first one looks for, often enough that it must come.
__global__ void patient(int *out)
{
	__shared__ volatile int flag;
	if (threadIdx.x == 0)
		flag = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		int seen = 0;
		for (int looks = 0; looks < 1 << 30 && !seen; looks++)
			seen = flag;
		out[blockIdx.x * 32 + threadIdx.x] = seen;
	} else if (threadIdx.x == 32) {
		flag = 5;
	}
}

static void search(int blocks, int threads, int count, int place)
{
	Buffer<int> values(count), found(1), tiled(1);
	values.fill([=](int i) { return i < place ? 1 : i % 3; });
	found.upload(&count);
	tiled.upload(&count);
	int expected = count;
	for (int i = count - 1; i >= 0; i--)
		expected = (i < place ? 1 : i % 3) == 2 ? i : expected;
	first_of<<<blocks, threads>>>(values.device, count, 2, found.device);
	found.expect([=](int) { return expected; });
	first_of_tiles<<<blocks, threads>>>(values.device, count, 2, tiled.device);
	tiled.expect([=](int) { return expected; });
}

int main()
{
	search(1, 64, 1000, 0);
	search(7, 96, 100000, 65432);
	search(40, 100, 54321, 50000);
	search(3, 33, 777, 777);

	enum { BLOCKS = 600 };
	Buffer<int> sums(BLOCKS + 1, 0), turns(BLOCKS + 1), seen(4 * 32, 0);
	turns.fill([](int i) { return i == 0; });
	sleepers<<<BLOCKS, 64>>>(sums.device, turns.device);
	sums.expect([](int i) { return i * (i - 1) / 2; });
	patient<<<4, 64>>>(seen.device);
	seen.expect([](int) { return 5; });
	return unit_finish();
}
