// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call through a null pointer: kernel, block and thread are named, the host lives on.
// EXPECT: call_null
// EXPECT: block.*\(1,0,0\).*thread.*\(5,1,0\)
#include "fail/fault.h"

__device__ int twice(int x) { return x * 2; }
__device__ int half(int x) { return x / 2; }
typedef int (*function)(int);
__device__ function table[3] = { twice, half, NULL };

__global__ void call_null(int *out)
{
	bool wrong = blockIdx.x == 1 && threadIdx.x == 5 && threadIdx.y == 1;
	int i = threadIdx.y * 16 + threadIdx.x;
	out[i] = table[wrong ? 2 : i % 2](i);
}

int main()
{
	int *out;
	CHECK_EQUAL(cudaMalloc((void **)&out, 64 * sizeof(int)), cudaSuccess);
	call_null<<<2, dim3(16, 4)>>>(out);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
