// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warps that exchange arrays of their threads, unrolled to thousands of instructions: more than there are registers for by far where a
// warp's value takes four of them, so the loop around loops stays one there, unless distances are then no longer constant
// (simd_rolling.c; tests/awcc/rolled_loops.sh).
#include "kernel_test.h"

enum { VALUES = 48, ROUNDS = 20, WARP = 32, THREADS = 2 * WARP };

static __host__ __device__ unsigned mixed(unsigned own, unsigned other, unsigned round)
{
	return (own ^ other >> round % 31) * 2654435761u + round;
}

static __host__ __device__ constexpr int distance(bool counted, unsigned round) { return counted ? 1 << round % 5 : 4; }

template <bool COUNTED> __global__ void exchange_all(unsigned *data)
{
	unsigned x[VALUES];
	unsigned *own = data + threadIdx.x * VALUES;
#pragma unroll
	for (int i = 0; i < VALUES; i++)
		x[i] = own[i];
#pragma unroll
	for (unsigned round = 0; round < ROUNDS; round++)
#pragma unroll
		for (unsigned i = 0; i < VALUES; i++)
			x[i] = mixed(x[i], __shfl_xor_sync(0xffffffff, x[(i * 5 + 3) % VALUES], distance(COUNTED, round)), round);
#pragma unroll
	for (int i = 0; i < VALUES; i++)
		own[i] = x[i];
}

#ifdef ALONE // in that way, for a look at its code
template __global__ void exchange_all<ALONE>(unsigned *);
#else
static unsigned number(int i) { return i * 40503u + 7; }

static unsigned results[THREADS * VALUES];

static void exchange_on_host(bool counted)
{
	for (int i = 0; i < THREADS * VALUES; i++)
		results[i] = number(i);
	for (unsigned round = 0; round < ROUNDS; round++)
		for (unsigned i = 0; i < VALUES; i++) {
			unsigned others[THREADS];
			for (int thread = 0; thread < THREADS; thread++)
				others[thread] = results[(thread ^ distance(counted, round)) * VALUES + (i * 5 + 3) % VALUES];
			for (int thread = 0; thread < THREADS; thread++)
				results[thread * VALUES + i] = mixed(results[thread * VALUES + i], others[thread], round);
		}
}

static unsigned expected(int i) { return results[i]; }

template <bool COUNTED> static void run()
{
	Buffer<unsigned> data(THREADS * VALUES);
	data.fill(number);
	exchange_all<COUNTED><<<1, THREADS>>>(data.device);
	exchange_on_host(COUNTED);
	data.expect(expected);
}

int main()
{
	run<false>();
	run<true>();
	return unit_finish();
}
#endif
