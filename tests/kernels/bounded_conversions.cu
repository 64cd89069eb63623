// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that are bounded when they become integers (analysis/float_bounds.c), some just not enough: by minima and maxima, selects
// whose comparisons are true or false of what is no number, by what they were made of; with numbers of all kinds.
//
// FLAGS: -fmad=false
#include "kernels/kernel_test.h"

#include <math.h>
#include <stdint.h>
#include <utility>

static const int count = 4096;

__host__ __device__ static float at_most(float v, float most) { return v < most ? v : most; }

// Way WAY of bounding V, which is also the I-th.
template <int WAY>
__host__ __device__ static float bound(float v, int i)
{
	switch (WAY) {
	case 0: return fminf(fmaxf(v, 0.0f), 255.0f);
	case 1: return v < 0 ? 0 : v > 255 ? 255 : v;         // passes what is no number
	case 2: return !(v > 0) ? 0 : !(v < 255) ? 255 : v;   // doesn't
	case 3: return at_most(v, 255.0f); // one side
	case 4: return v > -5 ? v : -5.0f;
	case 5: return sqrtf((float)(i * i - 100));           // below 0 at times
	case 6: return (float)(unsigned char)i * 1.5f + 10.0f;
	case 7: return (float)i * 1e9f;                       // not bounded enough
	case 8: return (float)(unsigned)(i * 0x1357911u);     // above what numbers with a sign have
	case 9: return fabsf(fminf(v, 300.0f));               // any size below
	case 10: return floorf(fmaxf(fminf(v, 1000.25f), -0.75f));
	case 11: return (float)(i % 7 + 1) * 3e38f - 1e38f * (float)(i % 5);   // beyond a float's end
	case 12: return 100.0f / (float)((i & 15) + 1);
	case 13: return v == v ? v : 7.0f;
	case 14: return v >= 0 && v <= 65535.0f ? v : -0.5f;
	default: return fmaxf(v, -2147483648.0f);
	}
}

template <int WAY, class T>
__global__ void convert(const float *in, T *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = (T)bound<WAY>(in[i], i);
}

// As PTX does it: to 32 bits or 64 with the nearest number there is, and 0 or 2^63 for what is none; then cut.
template <class T>
static T converted(float v)
{
	const float end = 9223372036854775808.0f;
	if (sizeof(T) == 8)
		return v != v || v <= -end ? (T)INT64_MIN : v >= end ? (T)INT64_MAX : (T)(long long)v;
	double low = (T)-1 < 0 ? -2147483648.0 : 0.0, high = (T)-1 < 0 ? 2147483647.0 : 4294967295.0;
	return v != v ? (T)0 : (T)(long long)(v < low ? low : v > high ? high : v);
}

static float kind_of(int i)
{
	static const float kinds[] = {
		0.0f, -0.0f, 0.5f, -0.5f, -0.99f, -1.0f, 1.0f, 254.99f, 255.0f, 255.01f, 256.0f, -300.0f, 1e10f, -1e10f, 2147483520.0f,
		2147483648.0f, -2147483648.0f, -2147483904.0f, 4294967040.0f, 4294967296.0f, 1e19f, -1e19f, INFINITY, -INFINITY, NAN, -NAN, 1e-40f,
	};
	return kinds[i * 7 % (sizeof(kinds) / sizeof(*kinds))] + (float)(i % 3) * 0.25f;
}

template <int WAY, class T>
static void try_way()
{
	Buffer<float> in(count);
	Buffer<T> out(count);
	in.fill(kind_of);
	convert<WAY, T><<<count / 128, 128>>>(in.device, out.device);
	out.expect([](int i) { return converted<T>(bound<WAY>(kind_of(i), i)); });
}

template <int WAY>
static void try_types()
{
	try_way<WAY, int>();
	try_way<WAY, unsigned>();
	try_way<WAY, unsigned char>();
	try_way<WAY, short>();
	try_way<WAY, long long>();
}

template <int... WAYS>
static void try_all(std::integer_sequence<int, WAYS...>)
{
	(void)(int[]){ (try_types<WAYS>(), 0)... };
}

int main()
{
	try_all(std::make_integer_sequence<int, 16>());
	return unit_finish();
}
