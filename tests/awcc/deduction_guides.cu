// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deduction guides without a word for either side are for both: those of the source, also where without them something else would be
// deduced, and those of the C++ library.
// FLAGS: -std=c++17 --expt-relaxed-constexpr
#include <array>
#include <tuple>
#include <type_traits>

#include "unit/unit.h"

template <class T> struct box {
	T value;
	template <class U> __host__ __device__ box(U given, int) : value(given) {}
	__host__ __device__ box(T given) : value(given) {}
};
template <class U> box(U, int) -> box<U>;
// a number of bytes is one of words
box(char) -> box<int>;
template <class T>
explicit box(T *) -> box<T>; // nothing calls it

struct outer {
	template <class T> struct inner {
		T value;
	};
	template <class T> inner(T) -> inner<T>;
};

template <class... F> struct overloaded : F... {
	using F::operator()...;
};
template <class... F> overloaded(F...) -> overloaded<F...>;

template <class T> struct marked {
	T value;
};
template <class T> __host__ __device__ marked(T) -> marked<T>;

__host__ __device__ int deduce()
{
	box one(1.5f, 2);
	box two('a');
	outer::inner three{3};
	overloaded four{[](int a) { return a; }, [](float f) { return (int)f + 1; }};
	marked five{5.0};
	static_assert(std::is_same<decltype(one.value), float>::value, "");
	static_assert(std::is_same<decltype(two.value), int>::value, "");
	return (int)(one.value * 2) + two.value - 'a' + three.value + four(1) + four(2.0f) + (int)five.value;
}

__host__ __device__ int deduce_of_library()
{
	std::tuple triple(1, 2.0, 4.0f);
	std::pair both(8, 16.0f);
	std::array three{32, 64, 128};
	return std::get<0>(triple) + (int)std::get<1>(triple) + (int)std::get<2>(triple) + both.first + (int)both.second + three[0] +
	       three[1] + three[2];
}

__global__ void kernel(int *out)
{
	out[0] = deduce();
	out[1] = deduce_of_library();
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 2 * sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(deduce() == 15 && out[0] == 15);
	CHECK(deduce_of_library() == 255 && out[1] == 255);
	cudaFree(out);
	return unit_finish();
}
