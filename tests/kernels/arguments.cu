// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel arguments: many, small and large structs (to 4 KiB), alignment, copies that a thread changes,
// references to const, templates, extern "C", default arguments.
#include "kernels/kernel_test.h"

struct Mixed {
	char c;
	double d;
	short s[3];
	float4 f;
};
struct Large {
	int values[1000];
};
struct __align__(16) Aligned {
	int x, y, z;
};

__global__ void many(int *out, char a, double b, short c, Mixed m, unsigned char d, float e, long long f, Aligned g, bool h)
{
	m.s[1] += threadIdx.x; // each thread has its own copy
	m.d *= 2;
	out[threadIdx.x] = a + (int)b + c + m.c + (int)m.d + m.s[0] + m.s[1] + m.s[2] + (int)(m.f.x + m.f.w) + d + (int)e +
	                   (int)f + g.x + g.y + g.z + h;
}

__global__ void large(int *out, const Large big, int last)
{
	out[threadIdx.x] = big.values[threadIdx.x] + big.values[999 - threadIdx.x] + last;
}

__global__ void changed(int *out, Large big)
{
	for (int i = 0; i < 1000; i++)
		big.values[i] += threadIdx.x;
	int sum = 0;
	for (int i = 0; i < 1000; i++)
		sum += big.values[i];
	out[threadIdx.x] = sum;
}

extern "C" __global__ void plain(int *out, int x = 3)
{
	out[threadIdx.x] = x;
}

template <class T, int n>
__global__ void templated(T *out, T (*unused)[n], T start)
{
	out[threadIdx.x] = start + n;
}

struct Functor {
	int factor;
	__device__ int operator()(int x) const { return x * factor; }
};
template <class F>
__global__ void apply(int *out, F f)
{
	out[threadIdx.x] = f(threadIdx.x);
}

int main()
{
	Buffer<int> out(64);
	Mixed m = { 1, 2.5, { 3, 4, 5 }, { 6, 0, 0, 7 } };
	Aligned g = { 8, 9, 10 };
	many<<<1, 64>>>(out.device, 'a', 3.5, -2, m, 200, 1.5f, 1ll << 33, g, true);
	out.expect([](int i) { return 97 + 3 - 2 + 1 + 5 + 3 + 4 + i + 5 + 13 + 200 + 1 + 0 + 27 + 1; });
	Large big;
	for (int i = 0; i < 1000; i++)
		big.values[i] = i * i;
	large<<<1, 64>>>(out.device, big, 5);
	out.expect([](int i) { return i * i + (999 - i) * (999 - i) + 5; });
	changed<<<1, 64>>>(out.device, big);
	out.expect([](int i) { return 332833500 + 1000 * i; });
	plain<<<1, 64>>>(out.device);
	out.expect([](int) { return 3; });
	templated<int, 12><<<1, 64>>>(out.device, NULL, 30);
	out.expect([](int) { return 42; });
	apply<<<1, 64>>>(out.device, Functor{ 3 });
	out.expect([](int i) { return 3 * i; });
	return unit_finish();
}
