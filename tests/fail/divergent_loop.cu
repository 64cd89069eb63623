// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop with a barrier that threads leave after different numbers of turns, and then have more to do.
// EXPECT: kernel turns
// EXPECT: divergent_loop.cu:15
// EXPECT: \(33\.\.63,0,0\)
#include "fail/fault.h"

__global__ void turns(int *out)
{
	int sum = 0;
	int limit = threadIdx.x > 32 ? 4 : 3;
	for (int i = 0; i < limit; i++) {
		sum += i;
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}

int main()
{
	int *out;
	cudaMalloc((void **)&out, 64 * sizeof(int));
	turns<<<1, 64>>>(out);
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
