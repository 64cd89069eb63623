// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program has for clang alone, and is one too many here, isn't there for nvcc with g++.
#include <stddef.h>
#include <stdint.h>

#include "unit/unit.h"

template <class T> struct span {
	T *values;
	size_t length;
	__host__ __device__ T &operator[](size_t index) const { return values[index]; }
#ifdef __clang__
	__host__ __device__ T &operator[](uint64_t index) const { return values[index]; }
#endif
	__host__ __device__ T &operator[](int index) const { return values[index]; }
	span part(size_t index) const { return { values + index, length - index }; }
#if defined(__linux__)
#	if defined(_WIN32)
	int system = 1;
#	elif defined(__clang__) && !defined(__APPLE__)
	span part(uint64_t index) const { return { values + index + 1, length - index }; }
#	endif
#endif
};

#if defined(__clang__)
#	if !defined(_WIN32)
#		include <there_is_no_such_header.h>
#	endif
#elif defined(__GNUC__)
#	define OF_GNU 1
#endif
#ifndef __clang__
#	define OFFSET 3
#else
__device__ int offset() { return undeclared; }
#endif
static __device__ int more(int x)
{
#if 0
	return 0;
#elif !defined(__clang__)
	return x + OFFSET;
#else
	return x + offset();
#endif
}

inline __host__ __device__ int next(size_t x) { return (int)x + 1; }
#ifdef __clang__
inline __host__ __device__ int next(uint64_t x) { return (int)x + 2; }
#endif

__global__ void kernel(span<int> out)
{
	out[(size_t)threadIdx.x] = next((size_t)threadIdx.x);
	if (threadIdx.x == 2)
		out[2] = more(OF_GNU);
}

int main()
{
	span<int> all = { NULL, 4 };
	cudaMallocManaged(&all.values, 4 * sizeof(int));
	kernel<<<1, 4>>>(all);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && all[0] == 1 && all.part((size_t)3)[0] == 4 && all[2] == 4);
	cudaFree(all.values);
	return unit_finish();
}
