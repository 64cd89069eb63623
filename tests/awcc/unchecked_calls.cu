// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where nvcc doesn't look whether the host calls functions of the device alone: templates' constructors, operators and calls that depend on
// a parameter, whatever initialises members and variables outside of functions, what converts a value, addresses.  What it refuses is in refusals.sh.
#include "unit/unit.h"

struct box {
	int value;
	__device__ box(int given) : value(given) {}
	__device__ box operator+(box other) const { return box(value + other.value + threadIdx.x); }
	__device__ box &operator=(int given)
	{
		value = given;
		return *this;
	}
};
struct five {
	int value;
	__device__ five() : value(5) {}
};
struct watched {
	int value;
	__device__ watched(int given) : value(given) {}
	__device__ ~watched() {}
};
template <class T> struct pair {
	T first, second;
	__device__ __forceinline__ pair(T given) : first(given), second(given) {}
	template <class U> __device__ pair(U one, T other) : first(one), second(other) {}
};
struct traits {
	static __device__ int number() { return threadIdx.x; }
	__device__ int operator()(int a) const { return a + __popc(a); }
};
__device__ int plain(int a) { return a + blockIdx.x; }
template <class T> __device__ T plain_of(T a) { return a + blockIdx.x; }
template <int N> __device__ box made() { return box(N); }

box outside(7);
static pair<float> both(1.5f);
template <class T> box in_template = 8;
struct owner {
	box own;
	five other;
	owner() : own(6) {}
};
struct derived : five {
	int more;
	derived() : more(1) {}
};
int of_local_class()
{
	struct local {
		box first = 3, second{4};
		five third;
		box last;
		local() : last(5) {}
	};
	return local().first.value + local().second.value + local().third.value + local().last.value;
}

// A class of which nothing but conversions is used.
struct converted {
	int value;
	__device__ converted(int given) : value(given) {}
	__device__ converted(double given) : value((int)given) {}
};
inline int take(converted a) { return a.value; }
inline int look(const converted &a) { return a.value; }
template <class T> int conversions(T given) { return take(3) + look(given) + take({ 5 }); }
converted returned(bool first, const converted &other)
{
	converted &&bound = 2;
	bound = 7;
	if (first)
		return 30;
	return bound.value == 7 ? other : static_cast<converted>(4.5);
}
int from_call = take(8);
int outside_calls(int given = take(9)) { return given; }

template <class T> struct keeper : box {
	watched seen;
	T last;
	keeper(T given) : box(2), seen(3), last(given) {}
	int sum() const
	{
		box one(10);
		return value + seen.value + (int)last + one.value;
	}
	int later() const;
};
template <class T> int keeper<T>::later() const { return five().value; }

template <class T> int objects(T given)
{
	box a(1), b{2}, d = {4};
	const box c = 3;
	five e[2], *f = new five;
	watched *g = new watched(6);
	struct local {
		pair<float> both{2.5f, 3};
	};
	auto lambda = [=] { return box(20).value; };
	int sum = a.value + b.value + c.value + d.value + e[1].value + f->value + g->value + static_cast<box>(7).value + lambda();
	delete f;
	delete g;
	return sum + (int)(pair<T>(given, 1).first + local().both.second);
}
template <class T> __host__ __device__ int of_both_sides(T given)
{
	box a(1);
	watched b(2);
	return a.value + b.value + pair<T>(given).second;
}

// Nothing of these runs on the host.
template <class T> int calls(T given, int more = plain(3))
{
	T all{};
	box one(1);
	one = 3;
	return T::number() + all(more) + (one + one).value + made<sizeof(T)>().value;
}
template <class T> int calls_of(T given) { return plain(given) + plain_of(given); }
template <class T> __host__ __device__ int calls_of_both(T given) { return plain(given); }
static bool same(int (*function)(int)) { return function == plain; }
struct never {
	int first = plain(3), second = plain(4);
	static int third;
};
int never::third = 5, none = sizeof(never) == 1 ? plain(3) : 0, empty = sizeof(never) == 1 && plain(4);

__global__ void kernel(box from, int *out)
{
	int (*functions[])(int) = { plain, plain_of<int> };
	five own;
	out[0] = from.value + (from + box(1)).value + functions[threadIdx.x](3) + traits()(3) + of_both_sides(3) + calls_of_both(1);
	out[1] = own.value + made<4>().value;
}

template <class T> void launch(int *out) { kernel<<<1, 1>>>(7, out); }

int main(int count, char **)
{
	int *out;
	cudaMallocManaged(&out, 2 * sizeof(int));
	CHECK(outside.value == 7 && both.second == 1.5f && in_template<int>.value == 8);
	CHECK(owner().own.value == 6 && owner().other.value == 5 && derived().value == 5);
	CHECK_EQUAL(of_local_class(), 3 + 4 + 5 + 5);
	CHECK_EQUAL(conversions(4.5), 3 + 4 + 5);
	CHECK_EQUAL(returned(true, 1).value + returned(false, (converted)6).value, 30 + 6);
	CHECK_EQUAL(from_call + outside_calls(), 8 + 9);
	CHECK_EQUAL(keeper<int>(4).sum(), 19);
	CHECK_EQUAL(keeper<int>(4).later(), 5);
	CHECK_EQUAL(objects(1.0f), 1 + 2 + 4 + 3 + 5 + 5 + 6 + 7 + 20 + 4);
	CHECK_EQUAL(of_both_sides(3), 6);
	CHECK(same(plain) && !same(plain_of<int>));
	launch<int>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK_EQUAL(out[0], 7 + 8 + 3 + 5 + 6 + 1);
	CHECK_EQUAL(out[1], 5 + 4);
	CHECK(none == 0 && empty == 0);
	if (count > 100)
		return never().first + calls(traits()) + calls_of(count) + calls_of_both(count);
	cudaFree(out);
	return unit_finish();
}
