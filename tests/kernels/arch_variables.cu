// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that the two passes see differently, by __CUDA_ARCH__: the host has another kind or size under the name (which nvcc takes), or
// none (which nvcc refuses).  Each side uses its own; by the name that the host has, the device's is reached, with its size.
#include <cuda_runtime.h>

#include "unit/unit.h"

#ifdef __CUDA_ARCH__
__constant__ float table[4] = { 1, 2, 3, 4 };
__device__ int plain = 5;
__device__ int sized[8] = { 6, 7 };
static __device__ float hidden = 2.5f;
namespace inner {
	__constant__ int only = 80;
	template <typename T> __device__ T of_type = T(600);
}
template <typename T> struct holder { static __device__ T value; };
template <typename T> __device__ T holder<T>::value = T(9000);
#else
static const float table[4] = { 10, 20, 30, 40 };
int plain = 50;
__device__ float sized[2];
#endif

__host__ __device__ int look(int i)
{
	return (int)table[i] + plain;
}

__global__ void read(int *to)
{
#ifdef __CUDA_ARCH__
	static __device__ int counted = 100000;
	to[0] = look(2);
	to[1] = sized[0] + sized[1] + (int)(2 * hidden);
	to[2] = inner::only + inner::of_type<int> + holder<int>::value + counted;
#endif
}

int main()
{
	int *found, values[8] = { 40, 2, 0, 0, 0, 0, 0, 77 }, back[8] = { 0 };
	size_t size = 0;
	CHECK(cudaMallocManaged(&found, 3 * sizeof(int)) == cudaSuccess);
	read<<<1, 1>>>(found);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK_EQUAL(found[0], 3 + 5);
	CHECK_EQUAL(found[1], 6 + 7 + 5);
	CHECK_EQUAL(found[2], 80 + 600 + 9000 + 100000);
	CHECK_EQUAL(look(2), 30 + 50);
	CHECK(cudaGetSymbolSize(&size, sized) == cudaSuccess);
	CHECK_EQUAL(size, sizeof(values));
	CHECK(cudaMemcpyToSymbol(sized, values, sizeof(values)) == cudaSuccess);
	CHECK(cudaMemcpyFromSymbol(back, sized, sizeof(back)) == cudaSuccess);
	CHECK_EQUAL(back[7], 77);
	read<<<1, 1>>>(found);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK_EQUAL(found[1], 42 + 5);
	return unit_finish();
}
