// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types are those of lambdas for the device alone, for libraries that launch kernels by them and nothing else: in the compilation
// for the device, too, which makes the kernels.  Which are those of lambdas for both sides, wherever their words come from.
// FLAGS: --extended-lambda -std=c++17
// EXPECT: ^runs with 3$
// EXPECT: ^110 110 110 001 001 000 000 000 000 000 000$
// EXPECT: ^generic 110 110 110 000 000$
#include <cstdio>

#define BOTH __host__ __device__

struct functor {
	__device__ int operator()(int i) const { return i; }
};

struct last final {
	__device__ int operator()(int i) & { return i; }
};

template <class Function>
struct around {
	Function function;
	__device__ int operator()(int i) const { return function(i); }
};

template <class... T>
struct long_name_of_a_class_template {
};
template <class T> using nested = long_name_of_a_class_template<T, T, T>;
typedef nested<nested<nested<int>>> longest; // more than 512 characters

template <class Function>
static void ask(Function, const char *end)
{
	printf("%d%d%d%s", (int)__nv_is_extended_device_lambda_closure_type(Function),
	       (int)__nv_is_extended_device_lambda_with_preserved_return_type(Function),
	       (int)__nv_is_extended_host_device_lambda_closure_type(Function), end);
	static_assert(!__nv_is_extended_device_lambda_closure_type(Function &), "a reference is none");
	static_assert(!__nv_is_extended_device_lambda_closure_type(around<Function>), "nor is a class that has one");
	static_assert(!__nv_is_extended_device_lambda_closure_type(last), "nor one that can't be derived from");
	static_assert(!__nv_is_extended_host_device_lambda_closure_type(last), "nor is it for both");
	static_assert(!__nv_is_extended_device_lambda_closure_type(longest), "nor one with a name of any length");
}

template <class Function>
__global__ void run(Function function)
{
	function(threadIdx.x);
}

template <class Function>
static void launch(Function function)
{
	static_assert(__nv_is_extended_device_lambda_closure_type(Function), "for the device");
	if constexpr (__nv_is_extended_device_lambda_closure_type(Function))
		run<<<1, 1>>>(function);
}

int main()
{
	int base = 3;
	launch([=] __device__(int i) { printf("runs with %d\n", base + i); });
	cudaDeviceSynchronize();
	ask([] __device__(int i) { return i; }, " ");
	ask([=] __device__(int i, double *p) mutable -> double { return p[i + base]; }, " ");
	ask([=] __device__(int &&i) noexcept { i = base; }, " ");
	ask([] __host__ __device__(int i) { return i; }, " ");
	ask([] BOTH(int i) { return i; }, " ");
	ask([&](int i) { return i + base; }, " ");
	ask([&] /* of the host, on two lines */
	    (int i) { return i + base; }, " ");
	ask([] { return 3; }, " ");
	ask([] __host__(int i) { return i; }, " ");
	ask(functor(), " ");
	ask(3, "\ngeneric ");
	ask([] __device__(auto i) { return i.name; }, " ");
	ask([=] __device__(auto &&i, const auto &k) { return i.name + k.name + base; }, " ");
	ask([] __device__(auto i) -> int { return i.name; }, " ");
	ask([](auto i) { return i.name; }, " ");
	ask([](auto &&i, int k) mutable { return i.name + k; }, "\n");
}
