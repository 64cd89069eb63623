// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last steps of a tree in one warp without volatile, written out: all stores but the last look dead to a compiler that
// thinks of one thread, and on GPUs they go, as with nvcc.  On the CPU they stay.
#include "kernels/kernel_test.h"

__global__ void in_line(const int *in, int *out)
{
	__shared__ int cell[64];
	int me = threadIdx.x;
	cell[me] = in[me];
	__syncthreads();
	if (me < 32) {
		cell[me] += cell[me + 32];
		cell[me] += cell[me + 16];
		cell[me] += cell[me + 8];
		cell[me] += cell[me + 4];
		cell[me] += cell[me + 2];
		cell[me] += cell[me + 1];
	}
	if (me == 0)
		*out = cell[0];
}

int main()
{
	Buffer<int> in(64), out(1);
	in.fill([](int i) { return i * i; });
	in_line<<<1, 64>>>(in.device, out.device);
	out.expect([](int) { return 63 * 64 * 127 / 6; });
	return unit_failed != 0;
}
