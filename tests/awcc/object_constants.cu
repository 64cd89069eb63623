// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static members of objects whose place isn't known where constants must be: of a parameter, of a reference, of an object in
// another, through a pointer, in a template and in a lambda.
// FLAGS: -std=c++17 --extended-lambda
#include "kernels/kernel_test.h"

struct lens {
	static constexpr int width = 12;
	__host__ __device__ static constexpr bool wide() { return width > 8; }
	int value;
};

struct camera {
	lens first;
	const lens &second;
	const lens *third;
};

template <class T> __host__ __device__ int of_template(const T &object)
{
	static_assert(object.width == 12 && object . wide(), "the parameter's");
	if constexpr (object.wide())
		return object.width + object.value;
	else
		return 0;
}

__host__ __device__ int of_camera(const camera &owner, const camera *other)
{
	const lens &one = owner.second;
	constexpr float half = 1.f / 2 * one.width;
	constexpr int inner = owner.first.width + 1, through = owner.third->width + 2, far = other->second . width + 3;
	auto more = [&](int n) {
		constexpr int width = one.width;
		return n * width;
	};
	return (int)half + inner * 100 + through * 10000 + far * 1000000 + more(one.value) + of_template(one);
}

// Among a template's arguments.
template <class T, int N> __host__ __device__ T times(T value) { return N * value; }
template <class T, int N, class Lens> __global__ void filled(T *out, Lens) { out[threadIdx.x] = N + threadIdx.x; }
template <class T, class Lens> __host__ __device__ T scaled(const Lens &object, const Lens *other, T value)
{
	return times<T, object.width>(value) + ::times<T, (object.width > 3) ? other->width : 1>(value);
}
template <class T, class Lens> void fill(const Lens &object, T *out) { filled<T, object.width><<<1, object.width>>>(out, object); }

__global__ void kernel(int *out)
{
	lens one = { 3 };
	camera owner = { one, one, &one };
	out[0] = of_camera(owner, &owner);
	out[1] = scaled(one, &one, 2);
}

int main()
{
	int expected = 6 + 13 * 100 + 14 * 10000 + 15 * 1000000 + 36 + 15;
	lens one = { 3 };
	camera owner = { one, one, &one };
	Buffer<int> out(2), twelve(12);
	kernel<<<1, 1>>>(out.device);
	fill(one, twelve.device);
	out.expect([&](int i) { return i ? 48 : expected; });
	twelve.expect([](int i) { return 12 + i; });
	CHECK_EQUAL(of_camera(owner, &owner), expected);
	CHECK_EQUAL(scaled(one, &one, 3), 72);
	return unit_finish();
}
