// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that are templates, called with their arguments as members of what depends on a template parameter, without the word
// template, also in lambdas; in device code, as the host's compiler wants it.
// FLAGS: -std=c++17
#include "kernels/kernel_test.h"

enum class sign { PLUS, MINUS };

template <typename T> struct adder {
	T start;
	template <sign S> __host__ __device__ T operator()(T a) const { return S == sign::PLUS ? start + a : start - a; }
};

template <typename T, typename Adder = adder<T>> struct user {
	Adder adder_, *other;
	template <sign S> __device__ T one(T a) { return adder_.operator()<S>(a); }
	__device__ T both(T a)
	{
		auto const less = [&]() { return this->adder_.operator()<sign::MINUS>(a); }();
		return other->operator()<sign::PLUS>(a) * 100 + less + one<sign::PLUS>(a) - this->one<sign::PLUS>(a);
	}
};

__device__ int use(int start, int a)
{
	user<int> user = { { start }, &user.adder_ };
	return user.both(a);
}

__global__ void kernel(int *out) { out[threadIdx.x] = use(10, threadIdx.x); }

int main()
{
	Buffer<int> out(4);
	kernel<<<1, 4>>>(out.device);
	out.expect([](int i) { return (10 + i) * 100 + 10 - i; });
	return unit_finish();
}
