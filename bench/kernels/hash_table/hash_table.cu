// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__device__ unsigned hash(unsigned x)
{
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

__global__ void look_up(const unsigned *keys, const uint2 *table, int *values, int count, unsigned slots)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	unsigned key = keys[i], slot = hash(key) & (slots - 1);
	int value = -1;
	while (true) {
		uint2 entry = table[slot];
		if (entry.x == key) {
			value = entry.y;
			break;
		}
		if (entry.x == 0)
			break;
		slot = (slot + 1) & (slots - 1);
	}
	values[i] = value;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int count = problem->size[0];
	look_up<<<(count + 255) / 256, 256>>>((const unsigned *)data[0], (const uint2 *)data[1], (int *)data[2], count, problem->size[1]);
	bench_finish();
}
