// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which threads wait: for other blocks, which gangs can do (block_waits.c), and for threads of their own block, which only fibers
// can.  tests/awcc/block_waits.sh says which is which.
// RUNS: ANYWARP_WORKERS=1,2,5
#include <cooperative_groups.h>
#include <vector>

#include "kernel_test.h"

enum { FULL = -1 };

// --- gangs ---

// Words of state and value: 0 nothing, 1 the block's own sum, 2 the sum up to here.
__device__ static unsigned long long word_of(unsigned state, int value)
{
	return (unsigned long long)state << 32 | (unsigned)value;
}

// A warp looks back, 32 blocks at a time.
__global__ void look_back(const int *in, int *out, volatile unsigned long long *words)
{
	__shared__ int sum, before;
	int value = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % 32;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, value);
	__syncthreads();
	if (threadIdx.x / 32 == 0) {
		int mine = sum, total = 0, at = (int)blockIdx.x - 1 - lane;
		if (lane == 0)
			words[blockIdx.x] = word_of(blockIdx.x ? 1 : 2, mine);
		for (bool open = blockIdx.x > 0; open; at -= 32) {
			unsigned long long word;
			do
				word = at < 0 ? word_of(2, 0) : words[at];
			while (__any_sync(FULL, word >> 32 == 0));
			unsigned whole = __ballot_sync(FULL, word >> 32 == 2), used = whole ? whole ^ (whole - 1) : FULL;
			int part = used >> lane & 1 ? (int)word : 0;
			for (int distance = 16; distance > 0; distance /= 2)
				part += __shfl_xor_sync(FULL, part, distance);
			total += part;
			open = !whole;
		}
		if (lane == 0) {
			words[blockIdx.x] = word_of(2, total + mine);
			before = total;
		}
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = before * 2 + value;
}

// The last thread passes a sum on from block to block.
__global__ void chain(const int *in, int *sums, volatile int *flags)
{
	__shared__ int own;
	if (threadIdx.x == 0)
		own = 0;
	__syncthreads();
	atomicAdd(&own, in[blockIdx.x * blockDim.x + threadIdx.x]);
	__syncthreads();
	if (threadIdx.x == blockDim.x - 1) {
		int before = 0;
		if (blockIdx.x > 0) {
			while (flags[blockIdx.x - 1] == 0)
				;
			__threadfence();
			before = sums[blockIdx.x - 1];
		}
		sums[blockIdx.x] = before + own;
		__threadfence();
		flags[blockIdx.x] = 1;
	}
}

// One thread takes a lock for its block.
__global__ void locked(int *lock, int *cells)
{
	if (threadIdx.x == 0)
		while (atomicCAS(lock, 0, 1) != 0)
			;
	__syncthreads();
	int next = (threadIdx.x + 1) % blockDim.x, other = ((volatile int *)cells)[next];
	__syncthreads();
	((volatile int *)cells)[next] = other + 1;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicExch(lock, 0);
}

// Each thread looks back for a number of its own, by tickets (block_order.c).
__global__ void __launch_bounds__(128) digits(const int *in, int *out, volatile int *words, int *ticket)
{
	enum { READY = 1 << 30, WHOLE = 1 << 29, VALUE = WHOLE - 1 };
	__shared__ int drawn;
	if (threadIdx.x == 0)
		drawn = atomicAdd(ticket, 1);
	__syncthreads();
	int block = drawn, own = in[block * 128 + threadIdx.x];
	int sum = own;
	words[block * 128 + threadIdx.x] = READY | own;
	for (int before = block - 1; before >= 0; before--) {
		int word;
		do
			word = words[before * 128 + threadIdx.x];
		while (word == 0);
		sum += word & VALUE;
		if (word & WHOLE)
			break;
	}
	words[block * 128 + threadIdx.x] = READY | WHOLE | sum;
	out[block * 128 + threadIdx.x] = sum;
}

// All threads wait for the block before.
__global__ void in_turn(volatile unsigned *turn, int *cells)
{
	while (*turn < blockIdx.x)
		;
	__syncthreads();
	cells[threadIdx.x] = cells[threadIdx.x] * 3 + blockIdx.x;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		*turn = blockIdx.x + 1;
}

// The block looks again and again, with barriers and work between.
__global__ void with_barriers(int *arrived, int *out)
{
	__shared__ int seen;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		atomicAdd(arrived, 1);
	do {
		out[i] = i;
		if (threadIdx.x == 0)
			seen = *(volatile int *)arrived;
		__syncthreads();
		out[i] += 5;
		if (seen >= gridDim.x)
			break;
		__syncthreads();
	} while (true);
}

// Of blocks that are rows; in others threads with the same x wait for one another.
__global__ void first_of_rows(volatile int *flags, int *out)
{
	if (threadIdx.x == 0) {
		int last = blockDim.y - 1;
		if (threadIdx.y == last)
			flags[blockIdx.x] = 1;
		while (flags[blockIdx.x] == 0)
			;
		out[blockIdx.x * blockDim.y + threadIdx.y] = 1;
	}
}

__global__ void meet(int *cells, int *sums, int turns)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	__shared__ int row[256];
	int me = grid.thread_rank(), all = grid.size(), kept = me % 7;
	for (int turn = 0; turn < turns; turn++) {
		row[threadIdx.x] = cells[turn % 2 * all + (me + all - 1) % all];
		__syncthreads();
		int left = row[(threadIdx.x + 1) % blockDim.x];
		cells[(turn + 1) % 2 * all + me] = left * 2 + kept + turn;
		kept += left & 3;
		if (turn & 1)
			grid.sync();
		else
			cooperative_groups::sync(grid);
	}
	sums[me] = kept;
}

// --- fibers ---

// One warp waits for another one of its block.
__global__ void across_warps(volatile int *flag, int *out)
{
	if (threadIdx.x < 32) {
		while (*flag == 0)
			;
		out[threadIdx.x] = 7;
	} else if (threadIdx.x == 40) {
		*flag = 1;
	}
}

// A block waits for the next one, which waits for another warp of the first.
__global__ void there_and_back(volatile int *there, volatile int *back, int *out)
{
	if (threadIdx.x == 0) {
		if (blockIdx.x == 0) {
			while (*back == 0)
				;
			out[0] = 3;
		} else {
			while (*there == 0)
				;
			*back = 1;
		}
	}
	if (threadIdx.x == 64 && blockIdx.x == 0)
		*there = 1;
}

// Every thread takes the lock.
__global__ void lock_each(int *lock, volatile int *count)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	*count = *count + 1;
	__threadfence();
	atomicExch(lock, 0);
}

// Each thread waits for the one before, whatever its block.
__global__ void one_by_one(volatile int *flags)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	while (i > 0 && flags[i - 1] == 0)
		;
	flags[i] = 1;
}

// Lanes of the first warp wait for one another.
__global__ void lane_by_lane(volatile int *done)
{
	if (threadIdx.x < 32) {
		while (threadIdx.x > 0 && done[threadIdx.x - 1] == 0)
			;
		done[threadIdx.x] = 1;
	}
}

// A flag in shared memory.
__global__ void shared_flag(int *out)
{
	__shared__ volatile int flag;
	if (threadIdx.x == 0)
		flag = 0;
	__syncthreads();
	if (threadIdx.x == 33)
		flag = 9;
	if (threadIdx.x == 0) {
		while (flag == 0)
			;
		out[blockIdx.x] = flag;
	}
}

static int value_at(int i) { return i * 37 % 101 - 40; }

static void by_gangs(int blocks, int threads)
{
	Buffer<int> in(blocks * threads), out(blocks * threads), sums(blocks, 0), flags(blocks, 0), lock(1, 0), cells(threads, 0);
	Buffer<unsigned long long> words(blocks, 0);
	in.fill(value_at);
	look_back<<<blocks, threads>>>(in.device, out.device, words.device);
	chain<<<blocks, threads>>>(in.device, sums.device, flags.device);
	std::vector<int> upto(blocks + 1, 0);
	for (int i = 0; i < blocks * threads; i++)
		upto[i / threads + 1] += value_at(i);
	for (int i = 0; i < blocks; i++)
		upto[i + 1] += upto[i];
	out.expect([&](int i) { return upto[i / threads] * 2 + value_at(i); });
	sums.expect([&](int i) { return upto[i + 1]; });
	locked<<<blocks, threads>>>(lock.device, cells.device);
	cells.expect([&](int) { return blocks; });
	Buffer<unsigned> turn(1, 0);
	cells.fill([](int i) { return i; });
	in_turn<<<blocks, threads>>>(turn.device, cells.device);
	cells.expect([&](int i) {
		unsigned value = i;
		for (int block = 0; block < blocks; block++)
			value = value * 3 + block;
		return (int)value;
	});
}

static void by_digits(int blocks)
{
	Buffer<int> in(blocks * 128), out(blocks * 128, 0), words(blocks * 128, 0), ticket(1, 0);
	in.fill([](int i) { return i * 37 % 101; });
	digits<<<blocks, 128>>>(in.device, out.device, words.device, ticket.device);
	out.expect([](int i) {
		int sum = 0;
		for (int k = i % 128; k <= i; k += 128)
			sum += k * 37 % 101;
		return sum;
	});
}

static void whole_grids(int blocks, int threads)
{
	Buffer<int> arrived(1, 0), out(blocks * threads, 0), flags(blocks, 0), ones(blocks * 2, 0);
	with_barriers<<<blocks, threads>>>(arrived.device, out.device);
	out.expect([](int i) { return i + 5; });
	first_of_rows<<<blocks, dim3(threads / 2, 2)>>>(flags.device, ones.device);
	ones.expect([](int) { return 1; });
	int all = blocks * threads, turns = 5;
	Buffer<int> cells(2 * all), sums(all);
	cells.fill([](int i) { return i * 3 % 50; });
	void *arguments[] = { &cells.device, &sums.device, &turns };
	CHECK_EQUAL(cudaLaunchCooperativeKernel((void *)meet, blocks, threads, arguments, 0, 0), cudaSuccess);
	std::vector<int> now(2 * all), kept(all);
	for (int i = 0; i < 2 * all; i++)
		now[i] = i * 3 % 50;
	for (int i = 0; i < all; i++)
		kept[i] = i % 7;
	for (int turn = 0; turn < turns; turn++)
		for (int i = 0; i < all; i++) {
			int right = i / threads * threads + (i % threads + 1) % threads;
			int left = now[turn % 2 * all + (right + all - 1) % all];
			now[(turn + 1) % 2 * all + i] = left * 2 + kept[i] + turn;
			kept[i] += left & 3;
		}
	cells.expect([&](int i) { return now[i]; });
	sums.expect([&](int i) { return kept[i]; });
}

static void by_fibers()
{
	Buffer<int> flag(1, 0), out(32, 0), there(1, 0), back(1, 0), one(1, 0), lock(1, 0), count(1, 0), done(32, 0), nines(5, 0);
	Buffer<int> ones(96, 0);
	one_by_one<<<3, 32>>>(ones.device);
	ones.expect([](int) { return 1; });
	across_warps<<<1, 64>>>(flag.device, out.device);
	out.expect([](int) { return 7; });
	there_and_back<<<2, 96>>>(there.device, back.device, one.device);
	one.expect([](int) { return 3; });
	lock_each<<<3, 48>>>(lock.device, count.device);
	count.expect([](int) { return 3 * 48; });
	lane_by_lane<<<1, 64>>>(done.device);
	done.expect([](int) { return 1; });
	shared_flag<<<5, 64>>>(nines.device);
	nines.expect([](int) { return 9; });
}

int main()
{
	by_gangs(1, 64);
	by_gangs(300, 128);
	by_gangs(90, 100);
	by_digits(200);
	whole_grids(16, 64);
	whole_grids(6, 256);
	whole_grids(3, 50);
	by_fibers();
	return unit_finish();
}
