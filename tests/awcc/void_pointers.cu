// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of pointers to void count bytes, as nvcc (warning 1143) and g++ have it, also in macros and in templates of which other
// instances have other pointers; with the number in front, as g++ alone has it.
#include "unit/unit.h"

__host__ __device__ void *forth(void *p, int n) { return p + n * 4 / 2 % 100; }
__host__ __device__ const void *back(const void *p, short n)
{
	p += n > 2 ? n : 1;
	p -= 1;
	return 2 + p - (sizeof(int) + 1) * 2;
}
template <class P> __host__ __device__ P step(P p, int n) { return n + (p + n) - 1; }
#define AT(type, p, n) (*(type *)(p + n))

__global__ void kernel(void *out, const volatile void *in)
{
	AT(int, out, 4 * threadIdx.x) = *(const volatile char *)(in + threadIdx.x) + AT(int, out, 4 * threadIdx.x);
}

int main()
{
	char *bytes, *ints;
	cudaMallocManaged(&bytes, 64);
	cudaMallocManaged(&ints, 64 * sizeof(int));
	void *p = ints;
	for (int i = 0; i < 64; i++) {
		bytes[i] = i;
		AT(int, p, i * sizeof(int)) = 100;
	}
	kernel<<<1, 64>>>(p, bytes);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < 64; i++)
		CHECK(((int *)ints)[i] == 100 + i);
	CHECK(forth(p, 7) == ints + 14 && back(p, 5) == ints - 4);
	CHECK(step(p, 3) == ints + 5 && step((int *)p, 3) == (int *)ints + 5 && step(1.5, 3) == 6.5);
	cudaFree(bytes);
	cudaFree(ints);
	return unit_finish();
}
