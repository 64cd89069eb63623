// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transform that the program has unrolled to one block of thousands of instructions, which is cut into pieces before code is generated
// (split_blocks.c), for whole warps and for a row that ends in the middle of one.
#include "kernel_test.h"

enum { VALUES = 32, ROUNDS = 40 };

static __host__ __device__ void mix(unsigned *x, unsigned round)
{
#pragma unroll
	for (unsigned i = 0; i < VALUES; i++) {
		unsigned a = x[i], b = x[(i * 5 + 3) % VALUES];
		x[i] = (a ^ b >> (round + i) % 31) * 2654435761u + round;
	}
}

#define TWO(round) mix(x, round), mix(x, round + 1);
#define EIGHT(round) TWO(round) TWO(round + 2) TWO(round + 4) TWO(round + 6)

__global__ void mix_all(unsigned *data)
{
	unsigned x[VALUES];
	unsigned *own = data + threadIdx.x * VALUES;
#pragma unroll
	for (int i = 0; i < VALUES; i++)
		x[i] = own[i];
	EIGHT(0) EIGHT(8) EIGHT(16) EIGHT(24) EIGHT(32)
#pragma unroll
	for (int i = 0; i < VALUES; i++)
		own[i] = x[i];
}

static unsigned number(int i) { return i * 40503u + 7; }

static unsigned expected(int i)
{
	unsigned x[VALUES];
	for (int k = 0; k < VALUES; k++)
		x[k] = number(i / VALUES * VALUES + k);
	for (int round = 0; round < ROUNDS; round++)
		mix(x, round);
	return x[i % VALUES];
}

static void run(int threads)
{
	Buffer<unsigned> data(threads * VALUES);
	data.fill(number);
	mix_all<<<1, threads>>>(data.device);
	data.expect(expected);
}

int main()
{
	run(128);
	run(75);
	return unit_finish();
}
