// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUNS: ANYWARP_STRATEGY=fiber,simd
//
// Loops with two entries, which lanes enter and leave in different turns.
#include "kernels/kernel_test.h"

__host__ __device__ unsigned tangled(unsigned v)
{
	unsigned sum = 0, other = v;
	for (int i = v % 3; i < 5; i++) {
		v = v * 1664525u + 1013904223u;
		int turns = 4;
		if (v >> 16 & 1)
			goto middle;
	again:
		sum = sum * 31 + 1;
		v = v << 1 | v >> 31;
		if (v > 0x40000000u)
			other = v / 3;
		else
			sum += 9;
	middle:
		sum = sum * 17 + 2;
		if (((other ^ v) & 3) && --turns > 0)
			goto again;
		sum ^= other;
	}
	return sum + v;
}

__global__ void kernel(unsigned *out)
{
	int me = blockIdx.x * block_volume() + thread_rank();
	out[me] = tangled(me * 2654435761u);
}

int main()
{
	for (dim3 b : shapes) {
		Buffer<unsigned> out(size_of(b) * 2);
		kernel<<<2, b>>>(out.device);
		out.expect([](int i) { return tangled(i * 2654435761u); });
	}
	return unit_finish();
}
