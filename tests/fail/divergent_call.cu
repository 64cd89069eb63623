// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier stands in a function that only some threads call, by a pointer and through recursion, so that
// nothing of it is inlined.
// EXPECT: divergent_call.cu:14
// EXPECT: \(5,0,0\)
#include "fail/fault.h"

__device__ int wait(int depth);
typedef int (*Function)(int);

__device__ int wait(int depth)
{
	__syncthreads();
	return depth ? wait(depth - 1) + 1 : 0;
}

__global__ void caller(int *out, bool pick)
{
	Function function = pick ? wait : NULL;
	int value = 0;
	if (threadIdx.x != 5)
		value = function(2);
	out[threadIdx.x] = value;
}

int main()
{
	int *out;
	cudaMalloc((void **)&out, 64 * sizeof(int));
	caller<<<1, 64>>>(out, true);
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
