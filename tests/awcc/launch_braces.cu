// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grids and blocks of launches as lists in braces, also in macros, in templates and in device code.
// FLAGS: -arch=sm_70
#include "unit/unit.h"

#define LAUNCH(kernel, ...) kernel<<<{2, 2}, { 4 }>>>(__VA_ARGS__)

__global__ void count(int *out)
{
	atomicAdd(out, 1);
	if (threadIdx.z == 1 && blockIdx.y == 1)
		atomicAdd(out + 1, 1);
}

template <int N> __global__ void shared(int *out)
{
	extern __shared__ int space[];
	space[0] = N;
	atomicAdd(out, space[0]);
}

__global__ void parent(int *out) { count<<<{1, 2}, {2, 1, 2}>>>(out); }

template <class T> static void launch(T *out, int n)
{
	shared<3><<<{(unsigned)n}, 1, sizeof(T)>>>(out);
	shared<4><<<1, {1, 1, /* deep */ 1}, sizeof(T), cudaStreamLegacy>>>(out);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 2 * sizeof(int));
	out[0] = out[1] = 0;
	count<<<{3, 2}, {2, 2, 2}>>>(out);
	LAUNCH(count, out);
	count<<<dim3{1, 1}, 2>>>(out);
	parent<<<1, 1>>>(out);
	launch(out, 5);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(out[0] == 48 + 16 + 2 + 8 + 15 + 4 && out[1] == 12 + 2);
	cudaFree(out);
	return unit_finish();
}
