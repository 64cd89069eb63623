// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with so many accesses of lanes that lie anywhere that functions make them (simd_turns.c): elements of all sizes, of all lanes
// and of some, in shared and global memory, and updates of shared memory.
#include "kernel_test.h"

enum { THREADS = 64, ITEMS = 24, CELLS = 256 };

__host__ __device__ static unsigned mix(unsigned x)
{
	x ^= x >> 15;
	x *= 0x2c1b3c6du;
	return x ^ x >> 12;
}

// A place for each thread in row ITEM, one of its own.
__host__ __device__ static int place(int thread, int item)
{
	return (thread * 37 + item * 11) % CELLS;
}

// Counts of the thread's own, as radix sorts have them: each step reads what the last one has left.  FAR and AWAY are the same and more
// than 32 bits hold: places of shared and local memory are sums that only fit in the end.
template <class T> __global__ void count(const unsigned *in, T *out, int *used, int limit, long long far, long long away)
{
	__shared__ T cells[8][THREADS];
	__shared__ int all[32];
	int thread = threadIdx.x;
	for (int i = 0; i < 8; i++)
		cells[i][thread] = 0;
	if (thread < 32)
		all[thread] = 0;
	__syncthreads();
	T before[ITEMS], kept[16];
	for (int i = 0; i < 16; i++)
		kept[i] = (T)i;
#pragma unroll
	for (int i = 0; i < ITEMS; i++) {
		unsigned digit = mix(in[blockIdx.x * THREADS + thread] + i) % 8;
		before[i] = cells[digit][(thread + digit) % THREADS];
		cells[digit][(thread + digit) % THREADS] = before[i] + (T)(digit + 1);
		if (mix(digit + i * thread) % 3)
			atomicAdd(&all[digit * 4 + i % 4], i);
	}
	__syncthreads();
#pragma unroll
	for (int i = 0; i < ITEMS; i++) {
		int at = place(thread, i);
		if (at % 5 != 3 && thread < limit)
			out[blockIdx.x * CELLS * ITEMS + at * ITEMS + i] =
				before[i] + cells[i % 8][at % THREADS + far - away] + kept[(thread + i) * far % 16 + (thread * 5 + i) % 16];
	}
	if (thread < 32)
		atomicAdd(&used[thread], all[thread]);
}

template <class T> static void check(int limit)
{
	const int blocks = 3;
	Buffer<unsigned> in(blocks * THREADS);
	Buffer<T> out(blocks * CELLS * ITEMS);
	Buffer<int> used(32, 0);
	in.fill([](int i) { return mix(i * 7 + 1); });
	out.fill([](int) { return T(77); });
	count<T><<<blocks, THREADS>>>(in.device, out.device, used.device, limit, 1ll << 36, 1ll << 36);
	static T wanted[blocks * CELLS * ITEMS];
	int sums[32] = { 0 };
	for (T &cell : wanted)
		cell = T(77);
	for (int block = 0; block < blocks; block++) {
		T cells[8][THREADS] = {}, before[THREADS][ITEMS];
		for (int thread = 0; thread < THREADS; thread++)
			for (int i = 0; i < ITEMS; i++) {
				unsigned digit = mix(mix((block * THREADS + thread) * 7 + 1) + i) % 8;
				T &cell = cells[digit][(thread + digit) % THREADS];
				before[thread][i] = cell;
				cell = cell + (T)(digit + 1);
				if (mix(digit + i * thread) % 3)
					sums[digit * 4 + i % 4] += i;
			}
		for (int thread = 0; thread < limit && thread < THREADS; thread++)
			for (int i = 0; i < ITEMS; i++) {
				int at = place(thread, i);
				if (at % 5 != 3)
					wanted[block * CELLS * ITEMS + at * ITEMS + i] = before[thread][i] + cells[i % 8][at % THREADS] + (T)((thread * 5 + i) % 16);
			}
	}
	out.expect([](int i) { return wanted[i]; });
	used.expect([&](int i) { return sums[i]; });
}

int main()
{
	for (int limit : { 64, 45 }) {
		check<unsigned char>(limit);
		check<short>(limit);
		check<int>(limit);
		check<double>(limit);
	}
	return unit_finish();
}
