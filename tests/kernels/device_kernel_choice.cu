// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of one name, and kernel templates, of which the type of a pointer chooses one in device code.
#include "kernels/kernel_test.h"

__global__ void add(int *to) { atomicAdd(to, 1); }
__global__ void add(int *to, int number) { atomicAdd(to, number); }
template <class T> __global__ void add_all(T *to, T number) { atomicAdd(to, number); }

typedef void (*one)(int *);
typedef void (*two)(int *, int);

struct node {
	one first;
	two second;
};

__device__ void launch(int *to, two kernel, int number) { kernel<<<1, 1>>>(to, number); }

__device__ two choose(int which)
{
	if (which)
		return &add;
	return add_all;
}

__global__ void choices(int *to)
{
	one first = add;
	two second;
	second = &add;
	node both = { add, add_all };
	two table[] = { add, &add_all, add_all<int> };
	auto cast = static_cast<one>(add);
	auto old = (two)add;
	first<<<1, 1>>>(to);
	second<<<1, 1>>>(to, 10);
	both.first<<<1, 1>>>(to);
	both.second<<<1, 1>>>(to, 100);
	for (int i = 0; i < 3; i++)
		table[i]<<<1, 1>>>(to, 1000);
	cast<<<1, 1>>>(to);
	old<<<1, 1>>>(to, 10000);
	launch(to, add, 20000);
	launch(to, &add_all, 20000);
	choose(0)<<<1, 1>>>(to, 100000);
	choose(1)<<<1, 1>>>(to, 100000);
}

// The macro that makes kernels declares none by itself, and so doesn't make one of what the next macro begins with.
#define KERNEL extern "C" __global__
#define PLACE (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL void places(int *to)
{
	int place = PLACE;
	atomicAdd(to, place);
}

int main()
{
	Buffer<int> out(1, 0);
	choices<<<1, 1>>>(out.device);
	out.expect([](int) { return 3 + 10 + 100 + 3000 + 10000 + 40000 + 200000; });
	Buffer<int> sum(1, 0);
	places<<<2, 4>>>(sum.device);
	sum.expect([](int) { return 28; });
	return unit_finish();
}
