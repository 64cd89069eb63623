// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forms of launches by kernels: with deduced template arguments, default arguments and conversions, through pointers that are
// variables, elements, members, arguments of templates and results of calls, out of macros, whole or in part, in
// templates and lambdas, of kernels that macros declare, and with a buffer for the arguments; kernels as values.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

#define KERNEL __global__ void
#define BOTH __host__ __device__

struct pair {
	char mark;
	double number;
};

template <typename T>
__global__ void add(T *to, T what, int times = 1) { *to += what * times; }
template <typename T>
__global__ void add(T *to, pair what) { *to += (T)what.number + (what.mark == 'p'); }
KERNEL add_flags(int *to, bool first, short second, bool third, long long fourth)
{
	*to += (first ? 1 : 0) + second + (third ? 1000 : 0) + (int)(fourth >> 32);
}
template <int Count, typename... Types>
__global__ void add_all(int *to, Types... numbers)
{
	const int all[] = { (int)numbers... };
	for (int i = 0; i < Count; i++)
		*to += all[i];
}

__global__ void deduced_kernel(int *to)
{
	short three = 3;
	pair p = { 'p', 2.5 };
	add<<<1, 1>>>(to, 10);
	add<<<1, 1>>>(to, (int)three, three);
	add<<<dim3(1), dim3(1, 1)>>>(to, p);
	add<<<1, 1>>>(to, pair{ 'q', 4 });
	add_all<3><<<1, 1>>>(to, three, 100LL, 'a' - 'A', 7.5f);
	add_flags<<<1, 1>>>(to, true, -2, three == 3, 5LL << 32);
}

typedef void (*adder)(int *, int, int);
struct holder {
	adder kernel;
	__device__ adder get() const { return kernel; }
	__device__ void go(int *to) const { kernel<<<1, 1>>>(to, 1, 1); }
};
__global__ void one(int *to, int, int) { *to += 1; }
__global__ void scaled(int *to, int a, int b) { *to += a * b; }
__device__ adder adders[] = { scaled, one };
__device__ adder chosen = one;

template <adder Kernel>
__device__ void fixed(int *to) { Kernel<<<1, 1>>>(to, 2, 3); }
template <typename Kernel>
__device__ void through(Kernel kernel, int *to) { kernel<<<1, 1>>>(to, 5, 7); }

__global__ void pointers_kernel(int *to, int which)
{
	holder held = { adders[which] }, *far = &held;
	adder local = chosen;
	// A sentence in front of a launch ends with a dot, or with two colons ::
	local<<<1, 1>>>(to, 0, 0);
	adders[which]<<<1, 1>>>(to, 2, 5);
	(*adders[1 - which])<<<1, 1>>>(to, 0, 0);
	if (which == 0) (*local)<<<1, 1>>>(to, 0, 0);
	else (*local)<<<1, 1>>>(to, 100, 100);
	held.kernel<<<1, 1>>>(to, 10, 10);
	far->get()<<<1, 1>>>(to, 10, 20);
	held.go(to);
	fixed<scaled>(to);
	fixed<one>(to);
	through(local, to);
	through(held.kernel, to);
	(local == adders[1] ? adders[0] : local)<<<1, 1>>>(to, 1000, 1);
}

// Kernels as values; and the name of a kernel that is a variable, too.
__global__ __launch_bounds__(32) void ten(int *to, int, int) { *to += 10; }
template <int Number>
__global__ void add_number(int *to, int, int) { *to += Number; }
__device__ void run(adder kernel, int *to) { kernel<<<1, 1>>>(to, 0, 0); }
__global__ void shadowed(int *to) { *to += 1; }

__global__ void values_kernel(int *to)
{
	adder local = ten, other = &add_number<7>, all[2];
	all[0] = add_number<100>;
	all[1] = threadIdx.x == 0 ? one : ten;
	if (local == ten && other != ten && local != &one)
		local<<<1, 1>>>(to, 0, 0);
	run(ten, to);
	run(add_number<3>, to);
	through(&add_number<1000>, to);
	(threadIdx.x == 0 ? other : local)<<<1, 1>>>(to, 0, 0);
	run(all[0], to);
	all[1]<<<1, 1>>>(to, 0, 0);
	const int shadowed = 6, size = shadowed;
	int numbers[size] = { shadowed };
	scaled<<<1, 1>>>(to, max(numbers[0], shadowed) + (shadowed ? shadowed : 0), 1);
}

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define SHAPE <<<1, 1>>>
#define SHAPED(kernel, blocks) kernel << < blocks, 1 >> >
#define NAMED(name) \
	do { \
		name##_kernel \
			<<<1, 1>>> \
			(to, 20); \
	} while (0)
#define TWICE(kernel, ...) LAUNCH(kernel, __VA_ARGS__); LAUNCH(kernel, __VA_ARGS__)
#define DEFINE(name, launched) \
	__global__ void name(int *to) { launched<<<2, 2>>>(to, 3); }

__global__ void plain_kernel(int *to, int number) { atomicAdd(to, number); }
DEFINE(defined, plain_kernel)

BOTH void on_both(int *to)
{
	LAUNCH(plain_kernel, to, 1);
	plain_kernel<<<1, 2>>>(to, 2);
}

KERNEL macros_kernel(int *to)
{
	LAUNCH(add, to, 10);
	LAUNCH(add_all<2>, to, 1, 2);
	plain_kernel SHAPE (to, 30);
	SHAPED(plain_kernel, 2)(to, 4);
	NAMED(plain);
	TWICE(add<int>, to, 100);
	on_both(to);
}

template <typename T>
struct launcher {
	T *to;
	__device__ void operator()(T number) const
	{
		add<<<1, 1>>>(to, number);
		add<T><<<1, 1>>>(this->to, number, 2);
	}
};

__global__ void lambdas_kernel(int *to)
{
	auto twice = [=](int number) {
		for (int i = 0; i < 2; i++)
			add<<<1, 1>>>(to, number);
	};
	auto any = [](auto *to, auto number) { add<<<1, 1>>>(to, number); };
	twice(5);
	any(to, 100);
	launcher<int>{ to }(1000);
}

// As libraries write it for compilers that have no <<<>>> in device code.
__global__ void add_mark(int *to, pair what) { atomicAdd(to, (int)what.number + (what.mark == 'p')); }
struct packed {
	int *to;
	pair what;
};
__global__ void buffers_kernel(int *to)
{
	packed *first = (packed *)cudaGetParameterBuffer(8, sizeof(packed));
	packed *second = (packed *)cudaGetParameterBufferV2((void *)add_mark, dim3(2), dim3(3), 0);
	*first = packed{ to, { 'p', 10 } };
	*second = packed{ to, { 'q', 7 } };
	int error = cudaLaunchDevice((void *)add_mark, first, dim3(1), dim3(1), 0, 0);
	if (error == cudaSuccess)
		error = cudaLaunchDeviceV2(second, 0);
	if (error != cudaSuccess)
		*to = -error;
}

static void check(void (*kernel)(int *), int wanted)
{
	Buffer<int> out(1, 0);
	kernel<<<1, 1>>>(out.device);
	out.expect([=](int) { return wanted; });
}

static void pointers(int which, int wanted)
{
	Buffer<int> out(1, 0);
	pointers_kernel<<<1, 1>>>(out.device, which);
	out.expect([=](int) { return wanted; });
}

static void from_host()
{
	Buffer<int> out(1, 0);
	on_both(out.device);
	out.expect([](int) { return 5; });
}

int main()
{
	check(deduced_kernel, 10 + 9 + 3 + 4 + (3 + 100 + 32) + (1 - 2 + 1000 + 5));
	pointers(0, 1 + 10 + 1 + 1 + 100 + 200 + 1 + 6 + 1 + 1 + 35 + 1000);
	pointers(1, 1 + 1 + 0 + 1 + 1 + 1 + 1 + 6 + 1 + 1 + 1 + 1000);
	check(values_kernel, 10 + 10 + 3 + 1000 + 7 + 100 + 1 + 6 + 6);
	check(macros_kernel, 10 + 3 + 30 + 8 + 20 + 200 + 5);
	check(defined, 12);
	check(lambdas_kernel, 10 + 100 + 3000);
	check(buffers_kernel, 11 + 42);
	from_host();
	return unit_finish();
}
