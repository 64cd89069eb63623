// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host half knows templates of the device by their heads: what these use may be there for the device only.
#include "unit/unit.h"

#ifdef __CUDA_ARCH__
template <class T> __device__ T twice(T value) { return value + value; }
template <class T> struct facts {
	typedef T type;
	static __device__ T one() { return 1; }
};
struct pair {
	int first, second;
	__device__ int sum() { return first + second; }
};
#else
template <class T> struct facts {};
struct pair {};
#endif

template <class T> struct wrapped {
	pair both;
	T extra;
};

template <class T> __device__ auto nested(T value) { return twice(value) + twice(value); }
template <class T> __host__ __device__ T both_sides(T value) { return twice(value); }

template <class T> class worker {
public:
	static __device__ __forceinline__ T run(T value)
	{
		typename facts<T>::type result = 0; // a brace { in a comment
		#pragma unroll
		for (int i = 0; i < 4; i++) {
#ifdef __CUDA_ARCH__
			result += nested(value);
#else
			static_assert(sizeof(T) == 1, "not for the host");
#endif
		}
		return result; }
};

// Marked as a library marks it.
#define LIBRARY_DEVICE __device__
template <class T> struct marked {
	LIBRARY_DEVICE __forceinline__ void set(T *out) const { *out = nested(T(2)) + 1; }
};
template <class T> LIBRARY_DEVICE T free_one(T value) { return nested(value); }

enum { FIRST_LINE = __LINE__ + 1 };
template <class T> __global__ void lines(T *out) { out[0] = facts<T>::one() * __LINE__; // of this one
	out[1] = __LINE__; } enum { SECOND_LINE = __LINE__ };

template <class T> __global__ void __launch_bounds__(32) kernel(T *out)
{
	wrapped<T> all;
	all.both.first = 3;
	all.both.second = 4;
	all.extra = both_sides(T(5));
	out[2] = all.both.sum() + all.extra;
	out[3] = worker<T>::run(2);
	marked<T>().set(&out[4]);
	out[5] = free_one(T(5));
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 6 * sizeof(int));
	lines<<<1, 1>>>(out);
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(out[0] == FIRST_LINE && out[1] == SECOND_LINE);
	CHECK(out[2] == 17 && out[3] == 32);
	CHECK(out[4] == 9 && out[5] == 20);
	cudaFree(out);
	return unit_finish();
}
