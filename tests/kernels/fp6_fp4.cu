// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of 6 and 4 bits and powers of two: the device converts as the host does; the host's results are the nearest numbers of the
// format, or the next towards zero.
#include "kernels/kernel_test.h"
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <math.h>

enum { FLOATS = 1 << 14 };

// Floats of all exponents, and many in the range of the formats.
__host__ __device__ static float nth(int i)
{
	unsigned bits = (unsigned)i * 262144u + (unsigned)i * 7u % 262144u;
	float x;
	memcpy(&x, &bits, sizeof(x));
	return i & 1 ? x : (float)(i - FLOATS / 2) / 256;
}

__host__ __device__ static unsigned long long narrow(float x)
{
	double y = (double)x * (1 + 0x1p-50);
	unsigned long long all = __nv_fp6_e3m2(x).__x;
	all = all << 8 | __nv_fp6_e2m3(__float2half(x)).__x;
	all = all << 8 | __nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundZero);
	all = all << 8 | __nv_cvt_double_to_fp6(y, __NV_E2M3, cudaRoundZero);
	all = all << 8 | __nv_fp4x2_e2m1(make_double2(x, y)).__x;
	all = all << 8 | __nv_fp8_e8m0(x).__x;
	all = all << 8 | __nv_cvt_double_to_e8m0(y, __NV_NOSAT, cudaRoundZero);
	return all << 8 | __nv_cvt_float_to_fp4(x, __NV_E2M1, cudaRoundZero);
}

__global__ void convert(unsigned long long *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = narrow(nth(i));
}

__global__ void widen(float4 *e3m2, float4 *e2m1, float *e8m0)
{
	__nv_fp6x4_e3m2 a;
	__nv_fp4x4_e2m1 b;
	__nv_fp8_e8m0 c;
	a.__x = threadIdx.x * 0x01010101u & 0x3f3f3f3f;
	b.__x = (unsigned short)(threadIdx.x * 0x101u);
	c.__x = (unsigned char)threadIdx.x;
	e3m2[threadIdx.x] = (float4)a;
	e2m1[threadIdx.x] = (float4)b;
	e8m0[threadIdx.x] = (float)c;
}

// What the bits say.
static float value(int bits, int digits, int bias, int sign)
{
	int magnitude = bits & (sign - 1), exponent = magnitude >> digits, part = magnitude & ((1 << digits) - 1);
	float x = exponent ? ldexpf((float)(part | 1 << digits), exponent - bias - digits) : ldexpf((float)part, 1 - bias - digits);
	return bits & sign ? -x : x;
}

// X in a format whose greatest number has the bits SIGN - 1, by looking at all numbers.
static int search(double x, int digits, int bias, int sign, bool nearest)
{
	int best = 0;
	if (isnan(x))
		return sign - 1;
	for (int i = 1; i < sign; i++) {
		double below = value(i - 1, digits, bias, sign), own = value(i, digits, bias, sign), middle = (below + own) / 2;
		if (nearest ? fabs(x) > middle || (fabs(x) == middle && !(i & 1)) : fabs(x) >= own)
			best = i;
	}
	return best | (signbit(x) ? sign : 0);
}

static int power(double x, bool up)
{
	int exponent = -127;
	if (isnan(x))
		return 255;
	while (exponent < 128 && (up ? ldexp(1, exponent) < fabs(x) : ldexp(1, exponent + 1) <= fabs(x)))
		exponent++;
	return exponent + 127;
}

int main()
{
	Buffer<unsigned long long> out(FLOATS);
	convert<<<FLOATS / 256, 256>>>(out.device);
	out.expect([](int i) { return narrow(nth(i)); });
	for (int i = 0; i < FLOATS; i++) {
		float x = nth(i);
		CHECK(__nv_fp6_e3m2(x).__x == search(x, 2, 3, 0x20, true));
		CHECK(__nv_fp6_e2m3((double)x).__x == search(x, 3, 1, 0x20, true));
		CHECK(__nv_fp4_e2m1(x).__x == search(x, 1, 1, 8, true));
		CHECK(__nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundZero) == search(x, 2, 3, 0x20, false));
		CHECK(__nv_cvt_double_to_fp4(x, __NV_E2M1, cudaRoundZero) == search(x, 1, 1, 8, false));
		CHECK(__nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf) == power(x, true));
		CHECK(__nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundZero) == power(x, false));
	}
	// Twice rounded these would be other numbers.
	CHECK(__nv_fp4_e2m1(2.5 + 0x1p-40).__x == 5 && __nv_fp4_e2m1(2.5).__x == 4 && __nv_fp4_e2m1(2.5 - 0x1p-40).__x == 4);
	CHECK(__nv_fp8_e8m0((1ll << 60) + 1).__x == 127 + 61 && __nv_fp8_e8m0(-(1ll << 60)).__x == 127 + 60);
	CHECK(__nv_fp8_e8m0(~0ull).__x == 127 + 64 && __nv_fp8_e8m0((1ull << 63) + 1024).__x == 127 + 64);
	CHECK(__nv_fp8_e8m0(INFINITY).__x == 0xfe && __nv_cvt_float_to_e8m0(INFINITY, __NV_NOSAT, cudaRoundZero) == 0xff);
	Buffer<float4> e3m2(256), e2m1(256);
	Buffer<float> e8m0(256);
	widen<<<1, 256>>>(e3m2.device, e2m1.device, e8m0.device);
	float4 a[256], b[256];
	float c[256];
	CALL(cudaMemcpy(a, e3m2.device, sizeof(a), cudaMemcpyDeviceToHost));
	CALL(cudaMemcpy(b, e2m1.device, sizeof(b), cudaMemcpyDeviceToHost));
	CALL(cudaMemcpy(c, e8m0.device, sizeof(c), cudaMemcpyDeviceToHost));
	for (int i = 0; i < 256; i++) {
		CHECK(a[i].x == value(i & 0x3f, 2, 3, 0x20) && a[i].w == a[i].x);
		CHECK(b[i].x == value(i & 0xf, 1, 1, 8) && b[i].y == value(i >> 4, 1, 1, 8) && b[i].z == b[i].x && b[i].w == b[i].y);
		CHECK(i == 255 ? isnan(c[i]) : c[i] == ldexpf(1, i - 127));
	}
	CHECK((int)__nv_fp6_e3m2(28.f) == 28 && (unsigned char)__nv_fp4_e2m1(-6.f) == 0 && (bool)__nv_fp4_e2m1(-0.f) == false);
	return unit_finish();
}
