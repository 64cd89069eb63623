// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Function templates that are defined with their own parameters as arguments behind the name: members, kernels, free functions, packs.
#include "unit/unit.h"

namespace space {
struct box {
	int value;
	template <class T, int N> void fill(T first);
	template <class T> static __host__ __device__ T twice(T value);
	template <class... T> __host__ __device__ int count(T... values) const;
};
} // namespace space

template <class U> struct pair {
	template <template <class, int> class M, class T> __host__ __device__ U scaled(M<T, 3> by);
};
template <class T, int N> struct factor {
	T value;
};

template <class T, int N> void space::box::fill<T, N>(T first) { value = first + N; }
template <class T> __host__ __device__ T space::box :: twice< T /* its own */ >(T value) { return 2 * value; }
template <class... T> __host__ __device__ int space::box::count<T...>(T...) const { return value + (int)sizeof...(T); }
template <class U>
template <template <class, int> class M, class T>
__host__ __device__ U pair<U>::scaled<M,
                                      T>(M<T, 3> by)
{
	return U(by.value * 3);
}

template <class T> __device__ T plus_one(T value);
template <class T> __device__ T plus_one<T>(T value) { return value + 1; }

template <class T, unsigned int N> __global__ void kernel(T *out);
template <class T, unsigned int N> __global__ void kernel<T, N>(T *out)
{
	space::box box = {10};
	out[0] = plus_one(space::box::twice(T(N)));
	out[1] = T(box.count(1, 2.0, 'c'));
	out[2] = T(pair<int>().scaled(factor<float, 3>{4.5f}));
}

int main()
{
	float *out, values[3];
	space::box box;
	box.fill<short, 5>(7);
	CHECK(box.value == 12 && box.count() == 12 && pair<double>().scaled(factor<int, 3>{2}) == 6);
	cudaMalloc(&out, sizeof(values));
	kernel<float, 20><<<1, 1>>>(out);
	cudaMemcpy(values, out, sizeof(values), cudaMemcpyDeviceToHost);
	CHECK(values[0] == 41 && values[1] == 13 && values[2] == 13);
	cudaFree(out);
	return unit_finish();
}
