// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of what depends on a template parameter in device code: a type without the word typename, of which an object is made,
// a member function without the word template, called with a list of arguments, one with that word that is no template, and one of a
// base class without `this`; in arguments of macros, too.
#include <assert.h>

#include "unit/unit.h"

template <int N> struct store {
	struct kind {
		int value;
		__device__ kind(int value) : value(value + N) {}
		__device__ int twice(int more) const { return 2 * value + more; }
		__device__ float twice(float more) const { return value + more; }
	};
};

template <class T> struct holder {
	using store_type = typename T::kind;
	using part = T;
};

template <class T> struct mixed_in {
	template <class V> __device__ int apply(V value)
	{
		T &self = static_cast<T &>(*this);
		bool constexpr yes = true;
		return value > 3 ? self.sign<yes>(value) : self.sign<(1 > 2)>(value) + (&self)->both<4, 5>(value);
	}
};

struct mixed : mixed_in<mixed> {
	template <bool positive, class V> __device__ int sign(V value) { return positive ? value : -value; }
	template <int A, int B> __device__ int both(int value) { return value * A * B; }
};

template <class T> struct base {
	T start = 10;
	template <class V> __device__ int first(V value) { return value + start; }
};

template <class T> struct derived : base<T> {
	template <class V> __device__ int sum(V value)
	{
		int count = 0;
		if (value > 0)
			count = first(value) + first(value - value);
		return count;
	}
};

template <class T> __global__ void kernel(int *out)
{
	auto made = T::store_type(7);
	const auto other = T::part::kind(5);
	mixed object;
	out[0] = made.value;
	out[1] = other.value;
	out[2] = object.apply(3);
	out[3] = object.apply(4);
	out[4] = derived<int>().sum(5);
	assert(sizeof(T::store_type(7)) == sizeof(int) && (T::part::kind(5).value == 6));
	typename T::store_type copy = made;
	assert(copy.template twice(1) == 17);
	out[5] = copy.template twice(2) + made.
		template twice(0.5f);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 6 * sizeof(int));
	kernel<holder<store<1>>><<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(out[0] == 8 && out[1] == 6 && out[2] == 57 && out[3] == 4 && out[4] == 25 && out[5] == 26);
	cudaFree(out);
	return unit_finish();
}
