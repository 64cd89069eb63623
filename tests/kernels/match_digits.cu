// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes with equal values find each other, where the values have few bits and where they have many, in full warps,
// in part of them, and where the lanes themselves name who takes part.
// FLAGS: -arch=sm_80
#include "kernels/kernel_test.h"

__host__ __device__ unsigned key(int i) { return (unsigned)i * 2654435761u >> 7; }

__global__ void match(unsigned *out, int shift, int odd)
{
	int me = thread_rank(), n = block_volume(), lane = me & 31;
	unsigned active = __activemask(), digit = key(me) >> shift & 15;
	out[me] = __match_any_sync(active, digit);
	out[n + me] = __match_any_sync(active, (unsigned long long)(key(me) & 3));
	out[2 * n + me] = __match_any_sync(active, key(me) >> 3);
	out[3 * n + me] = __match_any_sync(active, key(me) & 1 ? (int)digit : 7);
	out[4 * n + me] = 0;
	if ((lane & 1) == odd)
		out[4 * n + me] = __match_any_sync(0x55555555u << odd & active, digit);
	unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
	out[5 * n + me] = __match_any_sync(half & active, digit & 7);
	int all;
	unsigned same = __match_all_sync(half & active, lane < 16 ? 1u : digit & 1, &all);
	out[6 * n + me] = same ^ (unsigned)all << 4;
}

static unsigned find(int me, int n, unsigned (*value)(int, int, int), int shift, unsigned who)
{
	unsigned found = 0;
	for (int lane = 0, first = me & ~31; lane < 32 && first + lane < n; lane++)
		if (who >> lane & 1 && value(first + lane, shift, 0) == value(me, shift, 0))
			found |= 1u << lane;
	return found;
}

static unsigned digit(int i, int shift, int) { return key(i) >> shift & 15; }
static unsigned low(int i, int, int) { return key(i) & 3; }
static unsigned most(int i, int, int) { return key(i) >> 3; }
static unsigned mixed(int i, int shift, int) { return key(i) & 1 ? digit(i, shift, 0) : 7; }
static unsigned seven(int i, int shift, int) { return key(i) >> shift & 7; }
static unsigned last(int i, int shift, int) { return (i & 31) < 16 ? 1u : digit(i, shift, 0) & 1; }

int main()
{
	for (dim3 block : shapes)
		for (int shift : { 0, 9, 24 }) {
			int n = size_of(block), odd = shift & 1;
			Buffer<unsigned> out(7 * n);
			match<<<1, block>>>(out.device, shift, odd);
			out.expect([&](int i) -> unsigned {
				int me = i % n, lane = me & 31, here = n - (me & ~31);
				unsigned active = here < 32 ? (1u << here) - 1 : ~0u, half = (lane < 16 ? 0xffffu : 0xffff0000u) & active;
				switch (i / n) {
				case 0: return find(me, n, digit, shift, active);
				case 1: return find(me, n, low, shift, active);
				case 2: return find(me, n, most, shift, active);
				case 3: return find(me, n, mixed, shift, active);
				case 4: return (lane & 1) == odd ? find(me, n, digit, shift, active & 0x55555555u << odd) : 0;
				case 5: return find(me, n, seven, shift, half);
				default: return find(me, n, last, shift, half) == half ? half ^ 1u << 4 : 0;
				}
			});
		}
	return unit_finish();
}
