// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Past the end of an allocation; a read and a write, with and without barriers in the kernel.
// RUNS: ANYWARP_BOUNDS=error
// EXPECT: read_past
#include "fail/fault.h"

__global__ void read_past(const int *in, int *out, int n)
{
	__shared__ int cell[64];
	cell[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = in[n + threadIdx.x * 1024] + cell[63 - threadIdx.x];
}

__global__ void write_past(int *out, int n)
{
	out[n + threadIdx.x * 1024] = 1;
}

int main()
{
	const int n = 4096;
	int *in, *out;
	cudaMalloc((void **)&in, n * sizeof(int));
	cudaMalloc((void **)&out, n * sizeof(int));
	read_past<<<1, 64>>>(in, out, n);
	fault_expect(cudaErrorIllegalAddress);
	cudaMalloc((void **)&out, n * sizeof(int));
	write_past<<<1, 64>>>(out, n);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
