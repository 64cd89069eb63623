// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that have second entries: one of joined blocks, one that divides by what the launch computes.
__global__ void add(float *to, const float *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] += from[i];
}

__global__ void rows(int *to, int width, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] = i / width;
}
