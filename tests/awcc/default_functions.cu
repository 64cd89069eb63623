// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words for a side mean nothing on functions that are declared as the default ones: the host makes objects of such classes, as members and
// bases, in templates, copies them and assigns them.
#include "unit/unit.h"

struct number {
	int value = 3;
	__device__ number(const number &) = default;
	__device__ number() = default;
	__device__ number(int given) : value(given) {}
	__device__ number &operator=(const number &) = default;
};
template <class T> struct pair {
	T first;
	int second = 4;
	__device__            pair(pair &&)      = default;
	__device__            pair(const pair &) = default;
	__device__ constexpr  pair() noexcept    = default;
	__host__ pair(int given) : first(), second(given) {}
};
struct owner {
	number one;
	pair<number> two;
	owner() {}
};
template <class T> struct derived : pair<T> {
	T more;
	int &of;
	derived(int &of) : of(of) {}
};

__global__ void kernel(int *out)
{
	number one, other(5), third = other;
	pair<number> two;
	one = third;
	out[0] = one.value + two.first.value * 10 + two.second * 100;
}

int main()
{
	int *out;
	cudaMallocManaged(&out, sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(!cudaDeviceSynchronize());
	CHECK_EQUAL(*out, 435);
	owner all;
	derived<number> own(*out);
	pair<number> plain, given(8), copy = given;
	number one, two = one;
	two.value = 9;
	one = two;
	CHECK(all.one.value == 3 && all.two.second == 4 && own.more.value == 3 && own.first.value == 3 && own.of == 435);
	CHECK(plain.second == 4 && copy.second == 8 && copy.first.value == 3 && one.value == 9);
	return unit_finish();
}
