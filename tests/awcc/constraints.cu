// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concepts and traits ask what device code can do: of kernels' arguments, of functions of the device alone.
// FLAGS: -std=c++20
#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

#include "unit/unit.h"

template <class F, class T> concept maps = requires(F f, T t) {
	{ f(t) } -> std::convertible_to<T>;
};
template <class F, class T> concept takes = requires { std::declval<F>()(std::declval<T>()); };

struct device_square {
	__device__ int operator()(int a) const { return a * a; }
};
struct square {
	__host__ __device__ int operator()(int a) const { return a * a; }
};
struct none {};

// These are asked for in functions of the host first, where nothing is called.
struct device_row {
	float *row;
	__device__ float &operator[](std::size_t i) const { return row[i]; }
	__device__ float at(int i) const { return row[i]; }
	__device__ float at(float) const { return 0; }
};
__device__ int length(const device_row &) { return 2; }
template <class T> concept indexed = requires(T v) {
	{ v[std::size_t{}] } -> std::convertible_to<float &>;
};
template <class T> concept row = indexed<T> && requires(T v) /* both */ {
	v.at(1);
	requires requires { { length(v) } -> std::same_as<int>; };
};
template <class T> struct holder {
	static bool holds() requires (row<T>) { static_assert(row<T>); return true; }
	bool is_row() const { if constexpr (row<T>) return true; return false; }
};
template <row T> int rank(T) { return 2; }
template <indexed T> int rank(T) { return 1; }
template <class T> int rank(T) { return 0; }
template <class T> requires requires(T v) { v.at(1.0f); } __global__ void last(T v, float *to) { *to = v[length(v) - 1]; }

static_assert(std::is_invocable_v<device_square, int> && !std::is_invocable_v<none, int>);
static_assert(std::is_same_v<std::invoke_result_t<device_square, int>, int>);
static_assert(takes<device_square, int> && !takes<none, int>);

template <class T, maps<T> F> __global__ void map(T *to, F f) { *to += f(3); }
template <class T, class F> requires takes<F, T> __global__ void take(T *to, F f)
{
	static_assert(std::is_invocable_v<F, T>);
	std::invoke_result_t<F, T> result = f(4);
	*to += result;
}
template <std::random_access_iterator I> __global__ void fill(I to, int count)
{
	for (int i = 0; i < count; i++)
		to[i] = i + 1;
}
template <class T> __device__ int kind(T) requires takes<T, int> { return 100; }
template <class T> __device__ int kind(T) requires(!takes<T, int>) { return 1000; }
__global__ void kinds(int *to) { *to += kind(device_square()) + kind(none()); }

int main()
{
	int *out;
	cudaMallocManaged(&out, 4 * sizeof(int));
	fill<<<1, 1>>>(out, 4);
	map<<<1, 1>>>(out, square());
	map<<<1, 1>>>(out, device_square());
	take<<<1, 1>>>(out, device_square());
	kinds<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(out[0] == 1 + 9 + 9 + 16 + 1100 && out[3] == 4);
	static_assert(row<device_row> && !row<none> && !indexed<int>);
	CHECK(holder<device_row>::holds() && holder<device_row>().is_row() && !holder<none>().is_row());
	CHECK(rank(device_row()) == 2 && rank(static_cast<float *>(nullptr)) == 1 && rank(none()) == 0);
	float *row;
	cudaMallocManaged(&row, 3 * sizeof(float));
	row[1] = 5;
	last<<<1, 1>>>(device_row{ row }, row + 2);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && row[2] == 5);
	cudaFree(row);
	cudaFree(out);
	return unit_finish();
}
