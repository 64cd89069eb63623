// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of CUDA's attributes right behind a literal, which g++ and so nvcc read as macros; a suffix of the program's own, and text that only
// looks so, stay.
// EXPECT: ^42 3 "C"__global__$
#include <stdio.h>

constexpr unsigned long operator""_size(const char *, unsigned long size) { return size; }

extern "C"__device__ int twice(int x) { return 2 * x; }

extern "C"__global__ void kernel(int *out) // not "C"__global__
{
	out[0] = twice(21);
	out[1] = (int)"abc"_size;
}

int main()
{
	int *out;
	if (cudaMallocManaged(&out, 2 * sizeof(int)) != cudaSuccess)
		return 1;
	kernel<<<1, 1>>>(out);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("%d %d %s\n", out[0], out[1], "\"C\"__global__");
	return 0;
}
