// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers of all widths and bit fields; where C++ leaves it open, as the GPU does (docs/semantics.md).
#include "kernels/kernel_test.h"

#include <limits.h>
#include <math.h>

struct Bits {
	unsigned low : 5;
	int middle : 11;
	unsigned long long high : 40;
};

__host__ __device__ long long widths(int x)
{
	Bits bits = {};
	bits.low = x;
	bits.middle = x * 3;
	bits.high = (unsigned long long)x * 0x123456789ull;
	signed char c = (signed char)(x * 7);
	unsigned short s = (unsigned short)(x * 1001);
	__int128 wide = (__int128)x * 0x7fffffffffffll;
	return bits.low + bits.middle + (long long)bits.high + (c >> 1) + (s << 3) + (long long)(wide >> 20) +
	       (long long)x * x / (x % 9 + 10) + x % -7;
}

__global__ void of_widths(long long *out)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	out[me] = widths(me * 77 - 5000);
}

__global__ void divide(const int *a, const int *b, int *out)
{
	int i = threadIdx.x, n = blockDim.x;
	out[i] = a[i] / b[i];
	int rest = a[i] % b[i]; // by zero: no trap, and what comes out depends on the code around it
	out[n + i] = b[i] ? rest : 0;
	out[2 * n + i] = (int)((unsigned)a[i] / (unsigned)b[i]);
	unsigned unsigned_rest = (unsigned)a[i] % (unsigned)b[i];
	out[3 * n + i] = b[i] ? (int)unsigned_rest : 0;
}

__global__ void shift(int x, long long wide, const int *by, long long *out)
{
	int i = threadIdx.x, n = blockDim.x;
	out[i] = x << by[i];
	out[n + i] = x >> by[i];
	out[2 * n + i] = (unsigned)x >> by[i];
	out[3 * n + i] = wide << by[i];
	out[4 * n + i] = wide >> by[i];
}

__global__ void convert(const float *in, long long *out)
{
	int i = threadIdx.x, n = blockDim.x;
	float x = in[i];
	double d = x;
	out[i] = (int)x;
	out[n + i] = (unsigned)x;
	out[2 * n + i] = (signed char)x;
	out[3 * n + i] = (unsigned char)x;
	out[4 * n + i] = (long long)x;
	out[5 * n + i] = (long long)(unsigned long long)x;
	out[6 * n + i] = (int)d;
	out[7 * n + i] = (unsigned short)d;
}

int main()
{
	Buffer<long long> out(1000);
	of_widths<<<10, 100>>>(out.device);
	out.expect([](int i) { return widths(i * 77 - 5000); });

	const int a[] = { 5, -5, INT_MIN, 0, INT_MIN, 7 }, b[] = { 0, 0, -1, 0, 0, -1 };
	const int quotients[4][6] = { { -1, -1, INT_MIN, -1, -1, -7 }, { 0, 0, 0, 0, 0, 0 },
		                      { -1, -1, 0, -1, -1, 0 }, { 0, 0, INT_MIN, 0, 0, 7 } };
	Buffer<int> left(6), right(6), divided(24);
	left.upload(a);
	right.upload(b);
	divide<<<1, 6>>>(left.device, right.device, divided.device);
	divided.expect([&](int i) { return quotients[i / 6][i % 6]; });

	const int by[] = { 0, 31, 32, 33, 63, 64, -1, 256 };
	Buffer<int> amounts(8);
	Buffer<long long> shifted(40);
	amounts.upload(by);
	shift<<<1, 8>>>(-5, -5, amounts.device, shifted.device);
	shifted.expect([&](int i) -> long long {
		unsigned n = (unsigned)by[i % 8];
		switch (i / 8) {
		case 0: return n < 32 ? (int)(0xfffffffbu << n) : 0;
		case 1: return n < 32 ? -5 >> n : -1;
		case 2: return n < 32 ? 0xfffffffbu >> n : 0;
		case 3: return n < 64 ? (long long)(0xfffffffffffffffbull << n) : 0;
		default: return n < 64 ? -5ll >> n : -1;
		}
	});

	const float floats[] = { NAN, INFINITY, -INFINITY, 3e9f, -3e9f, 300.7f, -1.5f, 70000.0f, -200.0f, 1e20f };
	const long long u64 = (long long)0xffffffffffffffffull, nan64 = LLONG_MIN;
	const long long converted[8][10] = {
		{ 0, INT_MAX, INT_MIN, INT_MAX, INT_MIN, 300, -1, 70000, -200, INT_MAX },
		{ 0, UINT_MAX, 0, 3000000000ll, 0, 300, 0, 70000, 0, UINT_MAX },
		{ 0, -1, 0, -1, 0, 44, -1, 112, 56, -1 },
		{ 0, 255, 0, 0, 0, 44, 0, 112, 0, 255 },
		{ nan64, LLONG_MAX, LLONG_MIN, 3000000000ll, -3000000000ll, 300, -1, 70000, -200, LLONG_MAX },
		{ nan64, u64, 0, 3000000000ll, 0, 300, 0, 70000, 0, u64 },
		{ INT_MIN, INT_MAX, INT_MIN, INT_MAX, INT_MIN, 300, -1, 70000, -200, INT_MAX },
		{ 0, 65535, 0, 24064, 0, 300, 0, 4464, 0, 65535 },
	};
	Buffer<float> in(10);
	Buffer<long long> integers(80);
	in.upload(floats);
	convert<<<1, 10>>>(in.device, integers.device);
	integers.expect([&](int i) { return converted[i / 10][i % 10]; });
	return unit_finish();
}
