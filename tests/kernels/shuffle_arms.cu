// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles of the whole warp that some lanes come to elsewhere, or not at all: the two arms of an if meet each
// other, and lanes that have left aren't waited for.
#include "kernels/kernel_test.h"

__global__ void arms(int *out)
{
	int me = threadIdx.x, value;
	if (me & 1)
		value = __shfl_xor_sync(0xffffffffu, me, 1);
	else
		value = -__shfl_xor_sync(0xffffffffu, me, 1);
	out[me] = value;
}

__global__ void left(int *out, int count)
{
	int me = threadIdx.x;
	if (me >= count)
		return;
	out[me] = __shfl_sync(0xffffffffu, me * 10, 3);
}

int main()
{
	for (int threads : { 32, 96 }) {
		Buffer<int> out(threads);
		arms<<<1, threads>>>(out.device);
		out.expect([](int t) { return t & 1 ? t - 1 : -(t + 1); });
		Buffer<int> first(20);
		left<<<1, threads>>>(first.device, 20);
		first.expect([](int) { return 30; });
	}
	return unit_finish();
}
