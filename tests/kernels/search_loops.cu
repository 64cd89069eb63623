// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end early when another thread has found something, which gangs do, and those that look a number of times for what another
// one writes, which wait; and threads that sleep meanwhile.  tests/awcc/block_waits.sh says which is which.
// RUNS: ANYWARP_WORKERS=1,2,5
#include <algorithm>
#include <vector>

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

enum { OPEN, IN, OUT };

// Independent vertices: each looks through its row, whose end it reads behind atomics, for one that comes before it and isn't out yet.
__global__ void independent(const int *rows, const int *to, const int *order, int *states, int count, int *again)
{
	for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < count; v += gridDim.x * blockDim.x) {
		if (atomicAdd(&states[v], 0) != OPEN)
			continue;
		int i = rows[v];
		while (i < rows[v + 1] && (order[to[i]] > order[v] || atomicAdd(&states[to[i]], 0) == OUT))
			i++;
		if (i < rows[v + 1]) {
			*again = 1;
			continue;
		}
		for (int k = rows[v]; k < rows[v + 1]; k++)
			atomicExch(&states[to[k]], OUT);
		atomicExch(&states[v], IN);
	}
}

// What is no less than all that is up to REACH away, by memory that is volatile as old code has it.
__global__ void peaks(const int *values, int *flags, int count, int reach)
{
	__shared__ volatile int window[256];
	int own = blockDim.x - 2 * reach;
	for (int first = blockIdx.x * own; first < count; first += gridDim.x * own) {
		int place = first + (int)threadIdx.x - reach;
		window[threadIdx.x] = place >= 0 && place < count ? values[place] : -1;
		__syncthreads();
		if ((int)threadIdx.x >= reach && (int)threadIdx.x < reach + own && place < count) {
			int here = window[threadIdx.x], higher = 0;
			for (int j = -reach; j <= reach; j++)
				if (window[threadIdx.x + j] > here) {
					higher = 1;
					break;
				}
			flags[place] = !higher;
		}
		__syncthreads();
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

static void test_independent(int blocks, int threads, int count)
{
	enum { DEGREE = 6 };
	std::vector<std::vector<int>> near(count);
	for (int v = 0; v < count; v++)
		for (int k = 1; k <= DEGREE / 2; k++) {
			int other = (int)((v * 37ll + k * 1013) % count);
			if (other != v)
				near[v].push_back(other), near[other].push_back(v);
		}
	std::vector<int> starts(1, 0), to, order(count), expected(count, OPEN), by_order(count);
	for (int v = 0; v < count; v++) {
		to.insert(to.end(), near[v].begin(), near[v].end());
		starts.push_back((int)to.size());
		order[v] = (int)((v * 7919ll + 17) % count); // COUNT is no multiple of 7919
		by_order[order[v]] = v;
	}
	for (int v : by_order)
		if (expected[v] == OPEN) {
			expected[v] = IN;
			for (int other : near[v])
				expected[other] = OUT;
		}
	Buffer<int> rows(count + 1), others((int)to.size()), orders(count), states(count, 0), again(1);
	rows.upload(starts.data());
	others.upload(to.data());
	orders.upload(order.data());
	int more = 1;
	while (more) {
		more = 0;
		again.upload(&more);
		independent<<<blocks, threads>>>(rows.device, others.device, orders.device, states.device, count, again.device);
		CALL(cudaMemcpy(&more, again.device, sizeof(more), cudaMemcpyDeviceToHost));
	}
	states.expect([&](int v) { return expected[v]; });
}

static void test_peaks(int blocks, int threads, int count, int reach)
{
	Buffer<int> values(count), flags(count, 7);
	auto value = [](int i) { return (int)((i * 7919ll + i / 3 * 31) % 211); };
	values.fill(value);
	peaks<<<blocks, threads>>>(values.device, flags.device, count, reach);
	flags.expect([=](int i) {
		for (int other = std::max(i - reach, 0); other <= std::min(i + reach, count - 1); other++)
			if (value(other) > value(i))
				return 0;
		return 1;
	});
}

int main()
{
	test_peaks(3, 256, 5000, 8);
	test_peaks(2, 70, 333, 3);
	test_independent(3, 64, 1000);
	test_independent(7, 96, 5003);
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
