// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static members through `this` where constants must be, in functions that are no constants themselves: of the class, of a base
// that depends on a template parameter, and calls of static functions.
// FLAGS: -std=c++17
#include "kernels/kernel_test.h"

template <int N> struct base {
	static constexpr int width = N;
	__host__ __device__ static constexpr bool wide() { return N > 8; }
};

template <int N> struct factor {
	__host__ __device__ static int times(int value) { return N * value; }
};

template <int N> struct box : base<N> {
	static constexpr bool doubled = N % 2 == 0;
	int value;
	__host__ __device__ int plain() const
	{
		if constexpr (this->doubled and not (this -> wide()))
			return value * 2;
		else
			return value;
	}
	__host__ __device__ int product()
	{
		static_assert(this->width == N, "the base's");
		return factor<this->width>::times(value);
	}
};

template <typename Box> __host__ __device__ int both(int value)
{
	Box box = {};
	box.value = value;
	return box.plain() * 1000 + box.product();
}

__global__ void kernel(int *out)
{
	out[0] = both<box<3>>(5);
	out[1] = both<box<4>>(5);
	out[2] = both<box<16>>(5);
}

int main()
{
	int expected[] = { both<box<3>>(5), both<box<4>>(5), both<box<16>>(5) };
	Buffer<int> out(3);
	kernel<<<1, 1>>>(out.device);
	out.expect([&](int i) { return expected[i]; });
	CHECK_EQUAL(expected[0], 5 * 1000 + 15);
	CHECK_EQUAL(expected[1], 10 * 1000 + 20);
	CHECK_EQUAL(expected[2], 5 * 1000 + 80);
	return unit_finish();
}
