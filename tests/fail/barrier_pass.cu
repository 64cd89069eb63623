// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two reductions, one after the other, whose barriers lie inside of the tree's if: the upper half of the block waits at
// the second's first barrier while the lower half is in the first.  GPUs count who comes, and so the sums are right;
// here the launch fails, or does as GPUs do.
// RUNS: ANYWARP_BARRIERS=,pass
// EXPECT: two_sums.* went around
// EXPECT: \(128\.\.255,0,0\) wait at a barrier of the block at .*barrier_pass.cu:19
#include <cstdlib>
#include <cstring>

#include "fail/fault.h"

template <int OFFSET>
__device__ void add_up(volatile int *values)
{
	if (OFFSET > 16)
		// the upper half comes here for the second time
		__syncthreads();
	if (threadIdx.x < OFFSET) {
		values[threadIdx.x] += values[threadIdx.x + OFFSET];
		add_up<OFFSET / 2>(values);
	}
}

template <>
__device__ void add_up<0>(volatile int *)
{
}

__global__ void two_sums(int *sums)
{
	__shared__ int ones[256], indices[256];
	ones[threadIdx.x] = 1;
	indices[threadIdx.x] = threadIdx.x;
	add_up<128>(ones);
	add_up<128>(indices);
	if (threadIdx.x == 0) {
		sums[2 * blockIdx.x] = ones[0];
		sums[2 * blockIdx.x + 1] = indices[0];
	}
}

int main()
{
	enum { BLOCKS = 100 };
	const char *barriers = getenv("ANYWARP_BARRIERS");
	int *sums, seen[2 * BLOCKS];
	cudaMalloc((void **)&sums, sizeof(seen));
	for (int turn = 0; turn < 2; turn++)
		two_sums<<<BLOCKS, 256>>>(sums);
	if (!barriers || strcmp(barriers, "pass")) {
		fault_expect(cudaErrorLaunchFailure);
		return unit_finish();
	}
	CHECK_EQUAL(cudaMemcpy(seen, sums, sizeof(seen), cudaMemcpyDeviceToHost), cudaSuccess);
	for (int i = 0; i < BLOCKS; i++) {
		CHECK_EQUAL(seen[2 * i], 256);
		CHECK_EQUAL(seen[2 * i + 1], 255 * 128);
	}
	return unit_finish();
}
