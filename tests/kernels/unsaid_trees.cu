// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last steps of a tree in one warp without volatile, in a loop: unrolled, all stores but the last look dead to a compiler
// that thinks of one thread.
#include "kernels/kernel_test.h"

__device__ void add_up(int *cell, int me)
{
	for (int step = 32; step > 0; step >>= 1)
		cell[me] += cell[me + step];
}

__global__ void in_loop(const int *in, int *out)
{
	__shared__ int cell[64];
	int me = threadIdx.x;
	cell[me] = in[me];
	__syncthreads();
	if (me < 32)
		add_up(cell, me);
	if (me == 0)
		*out = cell[0];
}

int main()
{
	Buffer<int> in(64), out(1);
	in.fill([](int i) { return i * i; });
	in_loop<<<1, 64>>>(in.device, out.device);
	out.expect([](int) { return 63 * 64 * 127 / 6; });
	return unit_failed != 0;
}
