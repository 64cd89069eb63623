// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Default arguments in definitions of members outside their class template, which no call needs: nvcc takes them.
#include "unit/unit.h"

template <class A, class B> struct two {
	A first;
	B second;
	__host__ __device__ two(A a, B b) : first(a), second(b) {}
};

template <class T> struct row {
	T *items;
	__device__ T find(const T &key, int limit, two<int, int> part);
	__host__ int size(int (*count)(int), int n);
};

template <class T>
__device__ T row<T>::find(const T &key, int limit = 1 << 2 /* , or more */, two<int, int> part = two<int, int>(3, 4))
{
	for (int i = part.first; i < limit; i++)
		if (items[i] == key)
			return i;
	return part.second;
}

template <class T> __host__ int row<T>::size(int (*count)(int), int n = 3) { return count(n); }

static int twice(int n) { return 2 * n; }

__global__ void kernel(int *out)
{
	row<int> of = { out };
	out[8] = of.find(5, 8, two<int, int>(2, -1));
	out[9] = of.find(1, 8, two<int, int>(2, -1));
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 10 * sizeof(*out));
	for (int i = 0; i < 8; i++)
		out[i] = i;
	kernel<<<1, 1>>>(out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK_EQUAL(out[8], 5);
	CHECK_EQUAL(out[9], -1);
	row<int> of = { out };
	CHECK_EQUAL(of.size(twice, 5), 10);
	return unit_finish();
}
