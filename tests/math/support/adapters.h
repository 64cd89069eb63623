// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device library seen from C, and adapters that make one function out of each result of those
// that have several.
#ifndef AW_TESTS_MATH_ADAPTERS_H
#define AW_TESTS_MATH_ADAPTERS_H

#include <math.h>

#define __DEVICE__ extern
#include <__clang_cuda_libdevice_declares.h>

static inline float powif_of(int n, float x) { return __nv_powif(x, n); }
static inline double powi_of(int n, double x) { return __nv_powi(x, n); }

#define NORM_OF(name, type) \
	static inline type name##_of(type x, type y, type z, type w) \
	{ \
		return __nv_##name(4, (const type[]){ x, y, z, w }); \
	}
NORM_OF(normf, float)
NORM_OF(norm, double)
NORM_OF(rnormf, float)
NORM_OF(rnorm, double)

#define SINE_AND_COSINE_OF(name, type) \
	static inline type name##_sin_of(type x) \
	{ \
		type s, c; \
		__nv_##name(x, &s, &c); \
		return s; \
	} \
	static inline type name##_cos_of(type x) \
	{ \
		type s, c; \
		__nv_##name(x, &s, &c); \
		return c; \
	}
SINE_AND_COSINE_OF(sincosf, float)
SINE_AND_COSINE_OF(sincos, double)
SINE_AND_COSINE_OF(sincospif, float)
SINE_AND_COSINE_OF(sincospi, double)

// At the numbers nearest to multiples of pi/2, where most of an argument cancels.
static inline double multiple_of_half_pi(double n) { return floor(n) * 0x1.921fb54442d18p0; }
static inline float sinf_at_multiple(float n) { return __nv_sinf((float)multiple_of_half_pi(n)); }
static inline float cosf_at_multiple(float n) { return __nv_cosf((float)multiple_of_half_pi(n)); }
static inline float tanf_at_multiple(float n) { return __nv_tanf((float)multiple_of_half_pi(n)); }
static inline double sin_at_multiple(double n) { return __nv_sin(multiple_of_half_pi(n)); }
static inline double cos_at_multiple(double n) { return __nv_cos(multiple_of_half_pi(n)); }
static inline double tan_at_multiple(double n) { return __nv_tan(multiple_of_half_pi(n)); }

static inline float remquof_of(float x, float y)
{
	int quotient;
	return __nv_remquof(x, y, &quotient);
}

static inline double remquo_of(double x, double y)
{
	int quotient;
	return __nv_remquo(x, y, &quotient);
}

// The quotient's sign and last three bits, which are all that is promised of it.
static inline int quotient_of(double x, double y)
{
	int quotient;
	__nv_remquo(x, y, &quotient);
	return quotient % 8;
}

static inline int quotientf_of(float x, float y)
{
	int quotient;
	__nv_remquof(x, y, &quotient);
	return quotient % 8;
}

#endif
