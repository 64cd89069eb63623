// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential functions of float: the argument is split into an integer number of binary exponents
// and a rest near zero, whose exponential is a polynomial.
#include "exp_f32.h"

AW_API float __nv_expf(float x)
{
	return f32_exp_shifted(at_most(at_least(x, -105.f), 90.f), 0);
}

AW_API float __nv_exp2f(float x)
{
	i32 n;
	float clamped = at_most(at_least(x, -152.f), 129.f);
	float k = nearest(clamped, &n);
	return scaled(f32_exp2_poly(clamped - k), n);
}

AW_API float __nv_exp10f(float x)
{
	i32 n;
	float clamped = at_most(at_least(x, -46.f), 39.f);
	float k = nearest(clamped * 0x1.a934f0p1f, &n);
	float r = fma(k, -0x1.3509f8p-18f, fma(k, -0x1.344p-2f, clamped));
	// 10^r, |r| <= log10(2) / 2; relative error 2^-28.3.
	float p = horner(r, 0x1.a4926ep-3f, 0x1.156bbep-1f, 0x1.2bdbdep0f, 0x1.046f9ap1f, 0x1.535248p1f,
	                 0x1.26bb1cp1f, 1.f);
	return scaled(p, n);
}

// 2^n e^r - 1 = (2^n - 1) + 2^n r + 2^n (e^r - 1 - r): the first two are added without an error, and r
// is kept in two parts, because the sum may be smaller than its terms.  One binary exponent is taken
// off until the end, so that 2^n doesn't overflow before the result does.
AW_API float __nv_expm1f(float x)
{
	i32 n;
	float clamped = at_most(at_least(x, -30.f), 89.f);
	float k = nearest(clamped * 0x1.715476p0f, &n);
	float reduced = fma(k, -0x1.62e43p-1f, clamped);
	float r = fma(k, 0x1.05c61p-29f, reduced);
	float r_low = fma(k, 0x1.05c61p-29f, reduced - r);
	// (e^r - 1 - r) / r^2, |r| <= ln 2 / 2; relative error minimal.
	float q = horner(r, 0x1.a262bp-13f, 0x1.6d2e0ep-10f, 0x1.110ff4p-7f, 0x1.555502p-5f, 0x1.555556p-3f, 0.5f);
	float rest = fma(r * r, q, r_low);
	float power = f32_exp2i(n - 1);
	f32_pair sum = fast_two_sum(power - 0.5f, power * r);
	float result = 2.f * (sum.high + fma(power, rest, sum.low));
	return absolute(x) < 0x1p-25f ? x : result;
}
