// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables, members and parameters of templates that have the name of a kernel, where it stands as a kernel's value would.
// FLAGS: -std=c++17
#include "unit/unit.h"

__global__ void advance(int *out);

template <class T> __host__ __device__ T initialised(T a)
{
	T advance(a), next = advance;
	return advance + next;
}
template <class T> __host__ __device__ T second_of_two(T a)
{
	T first = a, advance = a + 1;
	return (first > 100 ? first : advance);
}
struct pair {
	int first, advance;
	__host__ __device__ int get() const { return advance; }
};
template <int advance> __host__ __device__ int number() { return advance; }
__host__ __device__ inline int bound(int a)
{
	int both[] = { a, 3 };
	auto [advance, other] = both;
	return advance;
}
__host__ __device__ inline int enumerated()
{
	enum { one, advance };
	return advance;
}
__host__ __device__ inline int captured(int a)
{
	return [advance = a] { return advance; }();
}
template <class T> __host__ __device__ T all(T a)
{
	return initialised(a) + second_of_two(a) + pair{ 1, 100 }.get() + number<1000>() + bound(a) + enumerated() + captured(a);
}

__global__ void other(int *out) { *out += 7; }
__global__ void advance(int *out)
{
	void (*launched)(int *) = other;
	*out = all(*out);
	launched<<<1, 1>>>(out);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, sizeof(int));
	*out = 20;
	advance<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK_EQUAL(*out, all(20) + 7);
	CHECK_EQUAL(all(20), 40 + 21 + 100 + 1000 + 20 + 1 + 20);
	cudaFree(out);
	return unit_finish();
}
