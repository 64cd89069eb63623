// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of the device says hello.
#include <stdio.h>

__global__ void hello()
{
	printf("Hello from block %d, thread %d\n", blockIdx.x, threadIdx.x);
}

int main()
{
	hello<<<1, 1>>>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
