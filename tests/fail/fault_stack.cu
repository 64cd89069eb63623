// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Endless recursion ends in a report, not in a crash; a larger limit lets deep recursion through.
// EXPECT: descend
// EXPECT: cudaLimitStackSize
#include "fail/fault.h"

__device__ int depth(volatile int *out, int n)
{
	volatile char room[256];
	room[n & 255] = (char)n;
	if (n == 0)
		return room[0];
	int below = depth(out, n - 1);
	*out = below;
	return below + (room[n & 255] == (char)n);
}

__global__ void descend(int *out, int n)
{
	*out = depth(out, n);
}

int main()
{
	int *out, seen = 0;
	cudaMalloc((void **)&out, sizeof(int));
	CHECK_EQUAL(cudaDeviceSetLimit(cudaLimitStackSize, 8 << 20), cudaSuccess);
	descend<<<1, 3>>>(out, 10000);
	CHECK_EQUAL(cudaMemcpy(&seen, out, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
	CHECK_EQUAL(seen, 10000);
	CHECK_EQUAL(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10), cudaSuccess);
	descend<<<1, 1>>>(out, 100000000);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
