// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of 8 bits: the device converts as the host does; the host's results are what the definition of the formats gives.
#include "kernels/kernel_test.h"
#include <cuda_fp8.h>
#include <math.h>

enum { FLOATS = 1 << 14 };

__host__ __device__ static float nth(int i)
{
	unsigned bits = (unsigned)i * 262144u + (unsigned)i * 7u % 262144u;
	float x;
	memcpy(&x, &bits, sizeof(x));
	return x;
}

__host__ __device__ static unsigned narrow(float x)
{
	__half half = __float2half(x);
	return (unsigned)__nv_fp8_e4m3(x).__x | (unsigned)__nv_fp8_e5m2(x).__x << 8 |
	       (unsigned)__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3) << 16 | (unsigned)__nv_fp8_e5m2(half).__x << 24;
}

__global__ void to_fp8(unsigned *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = narrow(nth(i));
}

__global__ void from_fp8(float *e4m3, float *e5m2)
{
	__nv_fp8_e4m3 a;
	__nv_fp8_e5m2 b;
	a.__x = b.__x = (unsigned char)threadIdx.x;
	e4m3[threadIdx.x] = (float)a;
	e5m2[threadIdx.x] = (float)b;
}

// What the bits say, NaN as 0.
static float value(int bits, int digits, int bias, int first_special)
{
	int magnitude = bits & 0x7f, exponent = magnitude >> digits, part = magnitude & ((1 << digits) - 1);
	if (magnitude >= first_special)
		return digits == 2 && magnitude == first_special ? copysignf(INFINITY, bits & 0x80 ? -1.0f : 1.0f) : 0;
	float x = exponent ? ldexpf((float)(part | 1 << digits), exponent - bias - digits) : ldexpf((float)part, 1 - bias - digits);
	return bits & 0x80 ? -x : x;
}

int main()
{
	Buffer<unsigned> out(FLOATS);
	to_fp8<<<FLOATS / 256, 256>>>(out.device);
	out.expect([](int i) { return narrow(nth(i)); });
	Buffer<float> e4m3(256), e5m2(256);
	from_fp8<<<1, 256>>>(e4m3.device, e5m2.device);
	float a[256], b[256];
	CALL(cudaMemcpy(a, e4m3.device, sizeof(a), cudaMemcpyDeviceToHost));
	CALL(cudaMemcpy(b, e5m2.device, sizeof(b), cudaMemcpyDeviceToHost));
	for (int i = 0; i < 256; i++) {
		CHECK(isnan(a[i]) ? (i & 0x7f) == 0x7f : a[i] == value(i, 3, 7, 0x7f));
		CHECK(isnan(b[i]) ? (i & 0x7f) > 0x7c : b[i] == value(i, 2, 15, 0x7c));
		// What a format has comes back; halfway between two, the even one.
		if (!isnan(a[i]))
			CHECK(__nv_fp8_e4m3(a[i]).__x == i);
		if (!isnan(b[i]) && !isinf(b[i]))
			CHECK(__nv_fp8_e5m2(b[i]).__x == i);
		if (i < 0x7e)
			CHECK(__nv_fp8_e4m3((a[i] + a[i + 1]) / 2).__x == i + (i & 1));
	}
	CHECK(__nv_fp8_e4m3(1e6f).__x == 0x7e && __nv_cvt_float_to_fp8(1e6f, __NV_NOSAT, __NV_E4M3) == 0x7f);
	CHECK(__nv_fp8_e5m2(-1e6f).__x == 0xfb && __nv_cvt_float_to_fp8(-1e6f, __NV_NOSAT, __NV_E5M2) == 0xfc);
	return unit_finish();
}
