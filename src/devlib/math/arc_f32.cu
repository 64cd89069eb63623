// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inverse trigonometric functions of float: polynomials on [0, 1/2] (arc sine) and [0, 1] (arc tangent),
// the rest by asin x = pi/2 - 2 asin(sqrt((1 - x) / 2)) and atan x = pi/2 - atan(1 / x).
#include "elementary.h"

#define HALF_PI 0x1.921fb6p0f
#define HALF_PI_LOW -0x1.777a5cp-25f

// |asin x| for |x| <= 1/2, else asin(sqrt((1 - |x|) / 2)), as a sum of two; NaN for |x| > 1.
AW_INLINE f32_pair arc_sine_part(float x, bool *great)
{
	float a = absolute(x);
	*great = a > 0.5f;
	float square = *great ? fma(a, -0.5f, 0.5f) : a * a;
	float s = *great ? square_root(square) : a;
	// (asin s - s) / s^3 as a function of s^2, |s| <= 1/2; relative error 2^-21.3.
	float p = horner(square, 0x1.39379ep-5f, 0x1.b1d57ap-6f, 0x1.70c00ep-5f, 0x1.332684p-4f, 0x1.55555ep-3f);
	return { s, s * square * p };
}

// LEFT - FACTOR (PART.high + PART.low) for LEFT = left_high + left_low, one rounding at the end.
AW_INLINE float less(float left_high, float left_low, float factor, f32_pair part)
{
	f32_pair sum = fast_two_sum(left_high, -factor * part.high);
	return sum.high + (fma(-factor, part.low, left_low) + sum.low);
}

AW_API float __nv_asinf(float x)
{
	bool great;
	f32_pair part = arc_sine_part(x, &great);
	float outer = less(HALF_PI, HALF_PI_LOW, 2.f, part);
	return with_sign(great ? outer : part.high + part.low, x);
}

AW_API float __nv_acosf(float x)
{
	bool great;
	f32_pair part = arc_sine_part(x, &great);
	float outer = 2.f * (part.high + part.low);
	float factor = great ? 2.f : with_sign(1.f, x);
	float inner = less(great ? 2.f * HALF_PI : HALF_PI, great ? 2.f * HALF_PI_LOW : HALF_PI_LOW, factor, part);
	return great && !is_negative(x) ? outer : inner;
}

// atan x, 0 <= x <= 1: (atan x - x) / x^3 as a function of x^2; relative error minimal.
AW_INLINE float arc_tangent(float x)
{
	float square = x * x;
	float p = horner(square, -0x1.3b6c6ap-9f, 0x1.bd14p-7f, -0x1.26cceep-5f, 0x1.005ebp-4f, -0x1.62baf8p-4f,
	                 0x1.c3f7fep-4f, -0x1.246ce4p-3f, 0x1.999832p-3f, -0x1.555554p-2f);
	return fma(x * square, p, x);
}

AW_API float __nv_atanf(float x)
{
	float a = absolute(x);
	bool great = a > 1.f;
	float part = arc_tangent(great ? 1.f / a : a);
	return with_sign(great ? HALF_PI - (part - HALF_PI_LOW) : part, x);
}

AW_API float __nv_atan2f(float y, float x)
{
	float ax = absolute(x), ay = absolute(y);
	bool steep = ay > ax;
	float less = steep ? ax : ay, more = steep ? ay : ax;
	float q = more == 0.f ? 0.f : less == F32_INFINITY ? 1.f : less / more;
	float part = arc_tangent(q);
	part = steep ? HALF_PI - (part - HALF_PI_LOW) : part;
	part = is_negative(x) ? 2.f * HALF_PI - (part - 2.f * HALF_PI_LOW) : part;
	return is_nan(x) || is_nan(y) ? x + y : with_sign(part, y);
}
