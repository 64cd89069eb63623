// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential functions of float and double: the argument is split into a number of binary exponents
// and a rest near zero, whose exponential is a polynomial.
#include "exponential.h"

// 10^r, |r| <= log10(2) / 2; relative error 2^-28 and 2^-57.
AW_INLINE float exp10_poly(float r)
{
	return horner(r, 0x1.a4926ep-3f, 0x1.156bbep-1f, 0x1.2bdbdep0f, 0x1.046f9ap1f, 0x1.535248p1f,
	              0x1.26bb1cp1f, 1.f);
}

AW_INLINE double exp10_poly(double r)
{
	return horner(r, 0x1.f77512f53bff9p-13, 0x1.2f75074d868bep-10, 0x1.4899da7f7b4bfp-8,
	              0x1.41165dca90497p-6, 0x1.16e4deed914d6p-4, 0x1.a7ed70a248a6p-3, 0x1.1429ffd21ef8cp-1,
	              0x1.2bd7609fd4d96p0, 0x1.0470591de2b4ap1, 0x1.53524c73cea78p1, 0x1.26bb1bbb55516p1, 1.);
}

// (e^x - 1), doubled only at the end so that nothing overflows before the result does.
template <typename T> AW_INLINE T expm1(T x, T small)
{
	pair_of<T> half = half_expm1(at_least(x, T(-60)));
	return absolute(x) < small ? x : T(2) * half.high;
}

AW_API float __nv_expf(float x) { return exp_shifted(x, 0); }
AW_API double __nv_exp(double x) { return exp_shifted(x, 0); }

AW_API float __nv_exp2f(float x)
{
	i32 n;
	float clamped = at_most(at_least(x, -152.f), 129.f), k = nearest(clamped, &n);
	return scaled_by(exp2_poly(clamped - k), k, n);
}

AW_API double __nv_exp2(double x)
{
	i32 n;
	double clamped = at_most(at_least(x, -1080.), 1025.), k = nearest(clamped, &n);
	return scaled_by(exp2_poly(clamped - k), k, n);
}

AW_API float __nv_exp10f(float x)
{
	i32 n;
	float clamped = at_most(at_least(x, -46.f), 39.f), k = nearest(clamped * 0x1.a934fp1f, &n);
	float r = fma(k, -0x1.3509f8p-18f, fma(k, -0x1.344p-2f, clamped));
	return scaled_by(exp10_poly(r), k, n);
}

AW_API double __nv_exp10(double x)
{
	i32 n;
	double clamped = at_most(at_least(x, -325.), 310.), k = nearest(clamped * 0x1.a934f0979a371p1, &n);
	double r = fma(k, 0x1.80433b83b532ap-44, fma(k, -0x1.34413509f8p-2, clamped));
	return scaled_by(exp10_poly(r), k, n);
}

AW_API float __nv_expm1f(float x) { return expm1(x, 0x1p-25f); }
AW_API double __nv_expm1(double x) { return expm1(x, 0x1p-54); }
