// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cudaDeviceSynchronize() in kernels, as programs for CUDA 11 have it: what was launched has ended behind it.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

__global__ void twice(int *out)
{
	out[threadIdx.x] *= 2;
}

__global__ void blocks(int *out)
{
	int i = (int)(blockIdx.x * 64 + threadIdx.x);
	out[i] = i;
	__syncthreads();
	if (threadIdx.x == 0)
		twice<<<1, 64>>>(out + i);
	cudaDeviceSynchronize();
	__syncthreads();
	out[i] += 1;
}

int main()
{
	Buffer<int> out(64 * 9);
	blocks<<<9, 64>>>(out.device);
	out.expect([](int i) { return i * 2 + 1; });
	return unit_finish();
}
