// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// constexpr functions of templates with variables of types that aren't literal, in their class and out of it, on both sides.
// FLAGS: -std=c++17
#include "unit/unit.h"

#include <vector>

struct step {
	int size;
	__host__ __device__ step(int size) : size(size) {}
};

template <class T> struct user {
	constexpr T count(int n) const
	{
		using element = T;
		std::vector<element> made(n, 3); // known to clang by another name, too
		return (T)made.size();
	}
	__host__ __device__ static constexpr T both(T n) { step const one = step{2}, two = step{3}; return n + one.size + two.size; }
	inline __device__ constexpr void on_device(T *out) const;
	[[nodiscard]] __host__ __device__ constexpr T outside(T n) const;
	static constexpr T four = 4; // constexpr functions
};

template <class T> inline __device__ constexpr void user<T>::on_device(T *out) const
{
	for (int i = 0; i < 2; i++) {
		step one{i};
		out[i] = one.size + four;
	}
}

template <class T> __host__ __device__ constexpr T user<T>::outside(T n) const
{
	step const one = n;
	return one.size + four;
}

template <class T> __host__ __device__ constexpr T free_function(T n)
{
	step one(n);
	return one.size * 2;
}

__global__ void kernel(int *out)
{
	user<int> user;
	user.on_device(out);
	out[2] = user.both(1);
	out[3] = user.outside(5);
	out[4] = free_function(7);
}

int main()
{
	int *out;
	user<int> user;
	cudaMallocManaged(&out, 5 * sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(out[0] == 4 && out[1] == 5 && out[2] == 6 && out[3] == 9 && out[4] == 14);
	CHECK(user.count(6) == 6 && user.both(2) == 7 && user.outside(1) == 5 && free_function(2) == 4);
	cudaFree(out);
	return unit_finish();
}
