// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explicit instantiations of functions that don't say for which side their template is, as nvcc takes them (warning 20037), in macros, too.
#include "unit/unit.h"

enum class kind { first, second };

template <int N> struct box {
	template <kind K> __device__ __forceinline__ int number(int more, bool twice = false);
	template <kind K, class T> __device__ int number(int more, T by, bool twice = false);
	__device__ int plain(int more);
	template <class T> __host__ __device__ int other(T more);
	template <class T> __device__ static T *address(T *p);
	template <class T> __host__ __device__ static const T *address(const T *p);
};
template <int N> template <kind K> __device__ __forceinline__ int box<N>::number(int more, bool twice)
{
	return (twice ? 2 : 1) * (N + 10 * (int)K + more);
}
template <int N> template <kind K, class T> __device__ int box<N>::number(int more, T by, bool twice) { return number<K>(more, twice) * by(2); }
template <int N> __device__ int box<N>::plain(int more) { return N + more; }
template <int N> template <class T> __host__ __device__ const T *box<N>::address(const T *p) { return p + N; }
template <int N> template <class T> __host__ __device__ int box<N>::other(T more) { return N * more; }
template <int N> template <class T> __device__ T *box<N>::address(T *p) { return p + N; }
template <class T> __device__ T tripled(T value) { return 3 * value; }
template <class T> __host__ __device__ T squared(T value) { return value * value; }

template struct box<1>;
#define MAKE(N) \
	template int box<N>::number<kind::first>(int, bool); \
	template int box<N>::number<kind::second>(int, \
		bool); \
	template int \
	box<N>::other(int); \
	template __device__ \
	int * \
	box<N>::address<int>(int *);
MAKE(1)
MAKE(2)
template int box<2>::plain(int);
template const int *box<1>::address<int>(const int *);
template const float *box<2>::address(const float *);
template float tripled(float);
template int tripled<int>(int);
template int squared<int>(int);

__global__ void kernel(int *out)
{
	box<1> one;
	box<2> two;
	out[0] = one.number<kind::second>(100) + two.number<kind::first>(1000, true);
	out[1] = two.number<kind::second>(0, [](int a) { return a + 1; });
	out[2] = two.plain(tripled(2)) + (int)tripled(1.0f);
	out[3] = *box<2>::address(out - 2) + squared(3) + one.other(4) - *box<1>::address(out);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 4 * sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(!cudaDeviceSynchronize());
	CHECK_EQUAL(out[0], 111 + 2004);
	CHECK_EQUAL(out[1], 36);
	CHECK_EQUAL(out[2], 11);
	CHECK_EQUAL(out[3], out[0] + 9 + 4 - 36);
	CHECK_EQUAL(*box<1>::address((const int *)out), 36);
	CHECK_EQUAL(squared(4), 16);
	return unit_finish();
}
