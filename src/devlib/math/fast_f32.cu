// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fast forms of float functions: __expf, __sinf and so on, and what -use_fast_math calls.  They keep
// to the errors of the CUDA C++ Programming Guide, "Intrinsic Functions", with the polynomials of
// the full forms, and leave out what is only there for the last bit or for far arguments.
#include "exp_f32.h"
#include "log_f32.h"
#include "trig_f32.h"

AW_API float __nv_fast_fdividef(float x, float y) { return x / y; }

// The fast forms drop the second parts.
AW_INLINE float fast_log(float x, float exponent_factor, float factor)
{
	f32_split parts = f32_log_split(x);
	float log = fma(parts.f * parts.f, f32_log_poly(parts.f), parts.f);
	return f32_log_special(x, fma(parts.e, exponent_factor, log * factor));
}

AW_API float __nv_fast_logf(float x) { return fast_log(x, 0x1.62e43p-1f, 1.f); }
AW_API float __nv_fast_log2f(float x) { return fast_log(x, 1.f, 0x1.715476p0f); }
AW_API float __nv_fast_log10f(float x) { return fast_log(x, 0x1.344136p-2f, 0x1.bcb7b2p-2f); }

// CUDA's fast forms promise an error that grows with |x|: no second part in the reduction, and results
// below the normal numbers are 0.
AW_INLINE float fast_exp2(float x)
{
	i32 n;
	float k = nearest(at_most(at_least(x, -127.f), 128.f), &n);
	float p = f32_exp2_poly(x - k) * f32_exp2i(n - (n > 127)) * (n > 127 ? 2.f : 1.f);
	return x < -126.f ? 0.f : x > 128.f ? F32_INFINITY : p;
}

AW_API float __nv_fast_expf(float x) { return fast_exp2(x * 0x1.715476p0f); }

AW_API float __nv_fast_exp10f(float x) { return fast_exp2(x * 0x1.a934f0p1f); }

AW_API float __nv_fast_powf(float x, float y) { return fast_exp2(y * __nv_fast_log2f(x)); }

// The fast forms are meant for [-pi, pi], where they have the same quality; far outside they lose it,
// as CUDA's do, for want of the great reduction.
AW_API void __nv_fast_sincosf(float x, float *s, float *c)
{
	i32 q;
	float magnitude = absolute(x), k = nearest(magnitude * 0x1.45f306p-1f, &q);
	float r = fma(k, -0x1.4442d2p-24f, fma(k, -0x1.921fb4p0f, magnitude));
	sine_and_cosine(x, r, q, s, c);
}

AW_API float __nv_fast_sinf(float x)
{
	float s, c;
	__nv_fast_sincosf(x, &s, &c);
	return s;
}

AW_API float __nv_fast_cosf(float x)
{
	float s, c;
	__nv_fast_sincosf(x, &s, &c);
	return c;
}

AW_API float __nv_fast_tanf(float x)
{
	float s, c;
	__nv_fast_sincosf(x, &s, &c);
	return s / c;
}
