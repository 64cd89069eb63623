// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types are those of lambdas for the device alone, for libraries that launch kernels by them and nothing else: in the compilation
// for the device, too, which makes the kernels.
// FLAGS: --extended-lambda -std=c++17
// EXPECT: ^runs with 3$
// EXPECT: ^11 11 11 00 00 00 00$
#include <cstdio>

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

template <class Function>
static void ask(Function, const char *end)
{
	printf("%d%d%s", (int)__nv_is_extended_device_lambda_closure_type(Function),
	       (int)__nv_is_extended_device_lambda_with_preserved_return_type(Function), end);
	static_assert(!__nv_is_extended_device_lambda_closure_type(Function &), "a reference is none");
	static_assert(!__nv_is_extended_device_lambda_closure_type(around<Function>), "nor is a class that has one");
	static_assert(!__nv_is_extended_device_lambda_closure_type(last), "nor one that can't be derived from");
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
	ask([&](int i) { return i + base; }, " ");
	ask(functor(), " ");
	ask(3, "\n");
}
