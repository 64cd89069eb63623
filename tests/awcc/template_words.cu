// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behind `typename` a template of a dependent class needs no word `template`: in declarations, aliases, parameters, macros. Where
// there is the word a call needs no list of arguments. A call of a member's name that is a template's needs none either.
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

// One that is called with a list of arguments: behind a type, an object, a pointer, in one another.
template <class T> struct calls {
	template <int N> static __host__ __device__ T add(T value) { return value + N; }
	template <int N> __host__ __device__ T times(T value) { return value * N; }
};
template <class T, int N> __host__ __device__ T call(T value)
{
	calls<T> object[1], *pointer = object;
	// A sentence ends in front of it.
	calls<T>::add<N>(value);
	return calls<T>::add<N>(calls<T>::add<(N > 2) ? 10 : 20>(value)) + ::calls< T > :: add<N> (value) +
	       object[0].add<N>(object->times<N>(value)) + pointer->add<N>(value);
}

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
	out->value = in.sum(typename T::part<int>{32}) + sixteen.value + call<int, 3>(4);
}

int main()
{
	types::part<int> *out;
	user<types> in = {{1}, 2.0, 4};
	cudaMallocManaged(&out, sizeof(*out));
	kernel<types><<<1, 1>>>(out, in);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(add<3>(4) == 7 && (call<int, 3>(4) == 46));
	CHECK(out->value == 63 + 46 && in.sum(types::part<int>{32}) == 47);
	cudaFree(out);
	return unit_finish();
}
