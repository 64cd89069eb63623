// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half a warp shuffles with a full mask while the other half waits at the block's barrier.
// EXPECT: half_warp
// EXPECT: warp_deadlock.cu:13
#include "fail/fault.h"

__global__ void half_warp(int *out)
{
	int value = threadIdx.x;
	if (threadIdx.x < 16) {

		value = __shfl_down_sync(0xffffffffu, value, 8);
	}
	__syncthreads();
	out[threadIdx.x] = value;
}

int main()
{
	int *out;
	cudaMalloc((void **)&out, 32 * sizeof(int));
	half_warp<<<1, 32>>>(out);
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
