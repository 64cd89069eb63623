// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp operations by part of a warp: masks of the lanes that are there, in both arms of an if.
#include "kernels/kernel_test.h"

__global__ void halves(int *out)
{
	int me = threadIdx.x, lane = me & 31, value = me;
	if (lane < 16) {
		for (int step = 8; step; step /= 2)
			value += __shfl_down_sync(0x0000ffffu, value, step, 16);
	} else {
		for (int step = 8; step; step /= 2)
			value += __shfl_xor_sync(0xffff0000u, value, step, 16);
		value = -value;
	}
	out[me] = value;
}

// Each lane loops a different number of times; the mask is the set of lanes still in the loop.
__global__ void shrinking(unsigned *out)
{
	unsigned lane = threadIdx.x & 31, seen = 0, mask = 0xffffffffu;
	for (unsigned i = 0; i <= lane; i++) {
		seen += __popc(__ballot_sync(mask, (lane & 1) == 0));
		mask &= ~(1u << i);
	}
	out[threadIdx.x] = seen;
}

int main()
{
	for (int threads : { 32, 64, 256 }) {
		Buffer<int> out(threads);
		halves<<<1, threads>>>(out.device);
		int *seen = out.download();
		for (int i = 0; i < threads; i++) {
			int first = i / 16 * 16, sum = 0;
			for (int j = 0; j < 16; j++)
				sum += first + j;
			if (i % 32 == 0)
				CHECK(seen[i] == sum);
			else if (i % 32 >= 16)
				CHECK(seen[i] == -sum);
		}
		free(seen);
		Buffer<unsigned> count(threads);
		shrinking<<<1, threads>>>(count.device);
		count.expect([&](int t) {
			unsigned total = 0;
			for (int i = 0; i <= t % 32; i++)
				for (int lane = i; lane < 32; lane++)
					total += lane % 2 == 0;
			return total;
		});
	}
	return unit_finish();
}
