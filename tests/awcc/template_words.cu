// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behind `typename` a template of a dependent class needs no word `template`: in declarations, aliases, parameters, macros. Where
// there is the word a call needs no list of arguments.
#include "unit/unit.h"

struct types {
	template <class T> struct part {
		T value;
		typedef T type;
		typedef types owner;
	};
	template <int N> struct number {
		typedef char type[N];
	};
};

template <int N> struct adder {
	template <class T> static __host__ __device__ T to(T value) { return value + N; }
};
template <int N> __host__ __device__ int add(int value) { return adder<N>::template to(value); }

#define PART(T, of) typename T::part<of>

template <class T> using part_of = typename T::part<short>;

template <class T, class First = typename T::part<int>::type> struct user {
	typename T::part<First> first;
	PART(T, double)::type second;
	typename T::part<int>::owner::part<char>::type third;
	__host__ __device__ typename T::part<int>::type sum(typename T::part<int> more) const;
};

template <class T, class First>
__host__ __device__ typename T::part<int>::type user<T, First>::sum(typename T::part<int> more) const
{
	typename T::number<3>::type bytes = {0, 0, 8};
	return first.value + static_cast<typename T::part<int>::type>(second) + third + more.value + bytes[2];
}

template <class T> __global__ void kernel(typename T::part<int> *out, user<T> in)
{
	part_of<T> sixteen = {16};
	out->value = in.sum(typename T::part<int>{32}) + sixteen.value;
}

int main()
{
	types::part<int> *out;
	user<types> in = {{1}, 2.0, 4};
	cudaMallocManaged(&out, sizeof(*out));
	kernel<types><<<1, 1>>>(out, in);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(add<3>(4) == 7);
	CHECK(out->value == 63 && in.sum(types::part<int>{32}) == 47);
	cudaFree(out);
	return unit_finish();
}
