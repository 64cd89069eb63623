// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fast forms of float functions: __expf, __sinf and so on, and what -use_fast_math calls.  They keep
// to the errors of the CUDA C++ Programming Guide, "Intrinsic Functions", with the polynomials of
// the full forms, and leave out what is only there for the last bit or for far arguments.
#include "exponential.h"
#include "logarithm.h"
#include "trigonometric.h"

AW_API float __nv_fast_fdividef(float x, float y) { return x / y; }

// No second parts.
AW_INLINE float fast_log(float x, float exponent_factor, float factor)
{
	log_parts<float> parts = log_split(x);
	float log = log_tail(parts.f, parts.f);
	return with_log_special(x, fma(parts.e, exponent_factor, log * factor));
}

AW_API float __nv_fast_logf(float x) { return fast_log(x, 0x1.62e43p-1f, 1.f); }
AW_API float __nv_fast_log2f(float x) { return fast_log(x, 1.f, 0x1.715476p0f); }
AW_API float __nv_fast_log10f(float x) { return fast_log(x, 0x1.344136p-2f, 0x1.bcb7b2p-2f); }

// No second part in the reduction, so an error that grows with |x|.
AW_INLINE float fast_exp2(float x)
{
	i32 n;
	float clamped = at_most(at_least(x, -152.f), 129.f), k = nearest(clamped, &n);
	return scaled_by(exp2_poly(clamped - k), k, n);
}

AW_API float __nv_fast_expf(float x) { return fast_exp2(x * 0x1.715476p0f); }
AW_API float __nv_fast_exp10f(float x) { return fast_exp2(x * 0x1.a934fp1f); }

AW_API float __nv_fast_powf(float x, float y)
{
	return fast_exp2(y * fast_log(x, 1.f, 0x1.715476p0f));
}

// Made for [-pi, pi]; far outside they lose their precision, as CUDA's do, for want of the great
// reduction.
AW_INLINE void fast_sincos(float x, float *s, float *c)
{
	i32 q;
	float magnitude = absolute(x), k = nearest(magnitude * 0x1.45f306p-1f, &q);
	float r = fma(k, -0x1.4442d2p-24f, fma(k, -0x1.921fb4p0f, magnitude));
	sine_and_cosine(x, f32_pair{ r, 0.f }, q, s, c);
}

AW_API void __nv_fast_sincosf(float x, float *s, float *c) { fast_sincos(x, s, c); }

AW_API float __nv_fast_sinf(float x)
{
	float s, c;
	fast_sincos(x, &s, &c);
	return s;
}

AW_API float __nv_fast_cosf(float x)
{
	float s, c;
	fast_sincos(x, &s, &c);
	return c;
}

AW_API float __nv_fast_tanf(float x)
{
	float s, c;
	fast_sincos(x, &s, &c);
	return s / c;
}
