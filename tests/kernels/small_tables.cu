// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes choose among the few elements of a row, and add to few counters in a row: rows of 2 to 32 elements of all sizes, in
// arrays of rows, at the very end of shared memory, in constant memory, under masks, in loops and in called functions.
#include "kernels/kernel_test.h"

__host__ __device__ unsigned key(unsigned i) { return i * 2654435761u >> 7; }

__constant__ short points[16] = { 3, -1, 4, -1, 5, -9, 2, -6, 5, -3, 5, -8, 9, -7, 9, -3 };
__device__ const float halves[2] = { 0.5f, -0.25f };

struct Tables {
	unsigned char bytes[3][16];
	short shorts[32];
	float floats[8];
	double doubles[4];
	int rows[5][16], uneven[3][12];
};

__host__ __device__ int entry(int table, int i) { return table * 100 + i * i; }

__host__ __device__ float look(const Tables &t, unsigned k, int row)
{
	float sum = t.bytes[row][k & 15] + t.shorts[k >> 4 & 31] + t.floats[k >> 9 & 7] + (float)t.doubles[k >> 12 & 3];
	sum += t.uneven[row][k % 12];
	for (int i = 0; i <= row; i++)
		sum += t.rows[i + 1][k >> 3 & 15] * (i + 1);
	return sum;
}

__global__ void choose(float *out, int row)
{
	__shared__ Tables t;
	int me = thread_rank(), n = block_volume();
	for (int i = me; i < 80; i += n) {
		t.rows[i / 16][i % 16] = entry(5, i);
		if (i < 48)
			t.bytes[i / 16][i % 16] = (unsigned char)entry(1, i);
		if (i < 36)
			t.uneven[i / 12][i % 12] = entry(6, i);
		if (i < 32)
			t.shorts[i] = (short)entry(2, i);
		if (i < 8)
			t.floats[i] = (float)entry(3, i);
		if (i < 4)
			t.doubles[i] = entry(4, i);
	}
	__syncthreads();
	unsigned k = key((unsigned)me);
	float sum = look(t, k, row);
	if (k & 64)
		sum += points[k >> 5 & 15] + t.rows[row][k >> 20 & 15];
	else
		sum += halves[k >> 8 & 1];
	out[me] = sum;
}

__device__ __noinline__ void count(int *counters, unsigned k) { atomicAdd(&counters[k & 15], 1); }

__global__ void tally(const unsigned *keys, int *out, int total, int shift)
{
	__shared__ int rows[4][16], called[16];
	__shared__ unsigned wide[32], few[4];
	int me = thread_rank(), n = block_volume();
	for (int i = me; i < 64; i += n) {
		rows[i / 16][i % 16] = 0;
		called[i % 16] = 0;
		wide[i % 32] = 7;
		few[i % 4] = 0;
	}
	__syncthreads();
	for (int i = me; i < total; i += n) {
		unsigned k = keys[i];
		atomicAdd(&rows[1][k >> shift & 15], 1);
		atomicAdd(&wide[k >> 8 & 31], (unsigned)total);
		if (k & 32)
			atomicAdd(&rows[shift & 3][k & 15], -2);
		else if (k & 1)
			atomicAdd(&few[k >> 11 & 3], 1u);
		count(called, k >> 13);
	}
	__syncthreads();
	for (int i = me; i < 116; i += n)
		out[i] = i < 64 ? rows[i / 16][i % 16] : i < 80 ? called[i - 64] : i < 112 ? (int)wide[i - 80] : (int)few[i - 112];
}

// Indices without a sign that have the top bit.
__global__ void upper(const int *from, int *out, unsigned add)
{
	unsigned me = (unsigned)thread_rank(), place = add + (key(me) & 1023);
	const int *before = (const int *)((size_t)from - (size_t)add * sizeof(int));
	out[me] = before[place] + (key(me) & 1 ? before[place ^ 1] : 0);
}

static void check_choose()
{
	static Tables t;
	for (int i = 0; i < 80; i++) {
		t.rows[i / 16][i % 16] = entry(5, i);
		t.bytes[i / 16 % 3][i % 16] = (unsigned char)entry(1, i % 48);
		t.uneven[i / 12 % 3][i % 12] = entry(6, i % 36);
		t.shorts[i % 32] = (short)entry(2, i % 32);
		t.floats[i % 8] = (float)entry(3, i % 8);
		t.doubles[i % 4] = entry(4, i % 4);
	}
	static const short host_points[16] = { 3, -1, 4, -1, 5, -9, 2, -6, 5, -3, 5, -8, 9, -7, 9, -3 };
	for (dim3 block : shapes)
		for (int row : { 0, 2 }) {
			int n = size_of(block);
			Buffer<float> out(n);
			choose<<<1, block>>>(out.device, row);
			out.expect([&](int i) {
				unsigned k = key((unsigned)i);
				float more = k >> 8 & 1 ? -0.25f : 0.5f;
				if (k & 64)
					more = (float)(host_points[k >> 5 & 15] + t.rows[row][k >> 20 & 15]);
				return look(t, k, row) + more;
			});
		}
}

static void check_tally()
{
	enum { TOTAL = 3000 };
	static unsigned keys[TOTAL];
	for (unsigned i = 0; i < TOTAL; i++)
		keys[i] = key(i);
	Buffer<unsigned> from(TOTAL);
	CALL(cudaMemcpy(from.device, keys, sizeof(keys), cudaMemcpyHostToDevice));
	for (dim3 block : shapes)
		for (int total : { 5, (int)TOTAL }) {
			int expected[116] = { 0 }, shift = total % 24;
			for (int i = 80; i < 112; i++)
				expected[i] = 7;
			for (int i = 0; i < total; i++) {
				unsigned k = keys[i];
				expected[16 + (k >> shift & 15)]++;
				expected[80 + (k >> 8 & 31)] += total;
				if (k & 32)
					expected[16 * (shift & 3) + (k & 15)] -= 2;
				else if (k & 1)
					expected[112 + (k >> 11 & 3)]++;
				expected[64 + (k >> 13 & 15)]++;
			}
			Buffer<int> out(116);
			tally<<<1, block>>>(from.device, out.device, total, shift);
			out.expect([&](int i) { return expected[i]; });
		}
}

static void check_upper()
{
	static int numbers[1024];
	for (int i = 0; i < 1024; i++)
		numbers[i] = i * 3 + 1;
	Buffer<int> from(1024);
	CALL(cudaMemcpy(from.device, numbers, sizeof(numbers), cudaMemcpyHostToDevice));
	for (dim3 block : shapes)
		for (unsigned add : { 0u, 0x7ffffe00u, 0x90000000u }) {
			int n = size_of(block);
			Buffer<int> out(n);
			upper<<<1, block>>>(from.device, out.device, add);
			out.expect([&](int i) {
				unsigned k = key((unsigned)i), place = k & 1023;
				return numbers[place] + (k & 1 ? numbers[place ^ 1] : 0);
			});
		}
}

int main()
{
	check_choose();
	check_tally();
	check_upper();
	return unit_finish();
}
