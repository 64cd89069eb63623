// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types are those of lambdas for the device alone, for libraries that launch kernels by them and nothing else.
// FLAGS: --extended-lambda -std=c++17
// EXPECT: ^11 11 11 00 00 00 00$
#include <cstdio>

struct functor {
	__device__ int operator()(int i) const { return i; }
};

template <class Function>
static void ask(Function, const char *end)
{
	printf("%d%d%s", (int)__nv_is_extended_device_lambda_closure_type(Function),
	       (int)__nv_is_extended_device_lambda_with_preserved_return_type(Function), end);
	static_assert(!__nv_is_extended_device_lambda_closure_type(Function &), "a reference is none");
}

int main()
{
	int base = 3;
	ask([] __device__(int i) { return i; }, " ");
	ask([=] __device__(int i, double *p) mutable -> double { return p[i + base]; }, " ");
	ask([=] __device__(int &&i) noexcept { i = base; }, " ");
	ask([] __host__ __device__(int i) { return i; }, " ");
	ask([&](int i) { return i + base; }, " ");
	ask(functor(), " ");
	ask(3, "\n");
}
