// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half a warp shuffles with a full mask while the other half votes with one: different operations don't meet.
// EXPECT: two_kinds
// EXPECT: threads \(0..1,0,0\), .* wait for lanes of their warp \(shuffle\) at .*warp_kinds.cu:15
// EXPECT: threads \(2..3,0,0\), .* wait for lanes of their warp \(vote\) at .*warp_kinds.cu:17
#include "fail/fault.h"

// As gangs: of a block whose rows are no whole warps.
__global__ void two_kinds(int *out)
{
	int value = threadIdx.x + threadIdx.y;
	if (threadIdx.x < blockDim.x / 2)

		value = __shfl_down_sync(0xffffffffu, value, 8);
	else
		value = __any_sync(0xffffffffu, value == 3);
	__syncthreads();
	out[threadIdx.y * blockDim.x + threadIdx.x] = value;
}

int main()
{
	int *out;
	cudaMalloc((void **)&out, 32 * sizeof(int));
	two_kinds<<<1, dim3(4, 8)>>>(out);
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
