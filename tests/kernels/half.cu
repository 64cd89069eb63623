// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __half and __nv_bfloat16: what the device computes is what the host computes, and that is what exact arithmetic,
// rounded once, gives.
#include "kernels/kernel_test.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>

template <class T>
__host__ __device__ static T from_bits(unsigned bits)
{
	unsigned short low = (unsigned short)bits;
	T value;
	memcpy(&value, &low, sizeof(value));
	return value;
}

template <class T>
__host__ __device__ static unsigned bits_of(T value)
{
	unsigned bits = 0;
	memcpy(&bits, &value, sizeof(value));
	return bits;
}

__host__ __device__ static float to_float(__half a) { return __half2float(a); }
__host__ __device__ static float to_float(__nv_bfloat16 a) { return __bfloat162float(a); }
__host__ __device__ static __half2 two(__half a, __half b) { return __halves2half2(a, b); }
__host__ __device__ static __nv_bfloat162 two(__nv_bfloat16 a, __nv_bfloat16 b) { return __halves2bfloat162(a, b); }

enum { BINARY = 18, PAIRS = 1 << 16 };

// The results of all operations of A and B.
template <class T>
__host__ __device__ static void operate(T a, T b, unsigned *out, int step)
{
	auto put = [&](unsigned bits) { *out = bits, out += step; };
	put(bits_of(a + b));
	put(bits_of(a - b));
	put(bits_of(a * b));
	put(bits_of(a / b));
	put(bits_of(__hadd_sat(a, b)));
	put(bits_of(__hmul_sat(a, b)));
	put(bits_of(__hmin(a, b)));
	put(bits_of(__hmax(a, b)));
	put(bits_of(__hmin_nan(a, b)));
	put(bits_of(__hmax_nan(a, b)));
	put((a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5);
	put(__hequ(a, b) | __hne(a, b) << 1 | __hltu(a, b) << 2 | __hleu(a, b) << 3 | __hgtu(a, b) << 4);
	put(bits_of(two(a, b) + two(b, a)));
	put(bits_of(two(a, b) * two(b, b)));
	put(bits_of(__hlt2(two(a, b), two(b, a))));
	put(__hge2_mask(two(a, b), two(b, b)));
	put(bits_of(-a) | bits_of(__habs(b)) << 16);
	put((unsigned)(int)a ^ (unsigned)(unsigned long long)b);
}

template <class T>
__global__ void kernel(const unsigned *x, const unsigned *y, unsigned *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	operate(from_bits<T>(x[i]), from_bits<T>(y[i]), out + i, PAIRS);
}

// A * b + c, and the conversions from float in all directions.
template <class T>
__global__ void fused(const unsigned *x, const unsigned *y, unsigned *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T a = from_bits<T>(x[i]), b = from_bits<T>(y[i]), c = from_bits<T>(x[i] >> 16);
	out[i] = bits_of(__hfma(a, b, c)) | bits_of(__hfma_relu(a, b, c)) << 16;
}

template <class T>
static void check_operations(const unsigned *x, const unsigned *y)
{
	Buffer<unsigned> first(PAIRS), second(PAIRS), out(PAIRS * BINARY);
	first.upload(x);
	second.upload(y);
	kernel<T><<<PAIRS / 256, 256>>>(first.device, second.device, out.device);
	CALL(cudaDeviceSynchronize());
	static unsigned expected[PAIRS * BINARY];
	for (int i = 0; i < PAIRS; i++) {
		operate(from_bits<T>(x[i]), from_bits<T>(y[i]), expected + i, PAIRS);
		float a = to_float(from_bits<T>(x[i])), b = to_float(from_bits<T>(y[i])), sum = to_float(from_bits<T>(expected[i]));
		CHECK(isnan(a + b) ? expected[i] == 0x7fff : fabs(sum - ((double)a + b)) <= fabs(((double)a + b) / 256) || isinf(sum));
	}
	out.expect([&](int i) { return expected[i]; });
}

// Numbers about each other in size, so that sums cancel and round.
static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

// The number nearest to VALUE, of a format with DIGITS digits whose least number is 2^LEAST; ties to even.
static double nearest(double value, int digits, int least, double most)
{
	int exponent;
	frexp(value, &exponent);
	int unit = exponent - digits < least ? least : exponent - digits;
	double rounded = ldexp(nearbyint(ldexp(value, -unit)), unit);
	return fabs(rounded) > most ? copysign(INFINITY, value) : rounded;
}

template <class T>
static void check_fused(unsigned *x, unsigned *y, int digits, int least, double most)
{
	Buffer<unsigned> first(PAIRS), second(PAIRS), out(PAIRS);
	first.upload(x);
	second.upload(y);
	fused<T><<<PAIRS / 128, 128>>>(first.device, second.device, out.device);
	out.expect([&](int i) {
		double a = to_float(from_bits<T>(x[i])), b = to_float(from_bits<T>(y[i])), c = to_float(from_bits<T>(x[i] >> 16));
		long double exact = (long double)a * b + c; // 64 digits
		if (isnan(exact))
			return 0x7fff7fffu;
		unsigned bits = bits_of(T((float)nearest((double)exact, digits, least, most)));
		return bits | (exact > 0 ? bits : 0u) << 16;
	});
}

struct __CUDA_ALIGN__(8) aligned {
	__half first;
};

int main()
{
	CHECK(sizeof(aligned) == 8);
	CHECK(__internal_half2float(0x3555) == 0x1.554p-2f && __internal_bfloat162float(0x4049) == 3.140625f);
	static unsigned x[PAIRS], y[PAIRS];
	unsigned state = 7;
	for (int i = 0; i < PAIRS; i++) {
		x[i] = (unsigned)i;
		y[i] = i % 3 ? (x[i] & 0x7c00) ^ (next(&state) & 0x83ff) : next(&state) & 0xffff;
	}
	check_operations<__half>(x, y);
	check_operations<__nv_bfloat16>(x, y);
	for (int i = 0; i < PAIRS; i++) {
		// a in [1, 2), b in [2^-8, 2^8), c near their product.
		x[i] = 0x3c00 | (next(&state) & 0x3ff) | (next(&state) & 0xffff) << 16;
		y[i] = (0x1c00 + next(&state) % 0x4000) | (next(&state) & 0x8000);
	}
	check_fused<__half>(x, y, 11, -24, 65504);
	for (int i = 0; i < PAIRS; i++) {
		x[i] = 0x3f80 | (next(&state) & 0x7f) | (0x3b80 + next(&state) % 0x800) << 16;
		y[i] = (0x3b80 + next(&state) % 0x800) | (next(&state) & 0x8000);
	}
	check_fused<__nv_bfloat16>(x, y, 8, -133, 0x1.fep127);
	return unit_finish();
}
