// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inverse trigonometric functions of float and double: polynomials on [0, 1/2] (arc sine) and [0, 1]
// (arc tangent), the rest by asin x = pi/2 - 2 asin(sqrt((1 - x) / 2)) and atan x = pi/2 - atan(1 / x).
#include "elementary.h"

AW_INLINE f32_pair half_pi(float) { return { 0x1.921fb6p0f, -0x1.777a5cp-25f }; }
AW_INLINE f64_pair half_pi(double) { return { 0x1.921fb54442d18p0, 0x1.1a62633145c07p-54 }; }

// (asin s - s) / s^3 as a function of s^2, |s| <= 1/2; relative error 2^-24 and 2^-53.
AW_INLINE float arc_sine_poly(float square)
{
	return horner(square, 0x1.1a3058p-5f, 0x1.10a158p-6f, 0x1.ff9638p-6f, 0x1.6d4028p-5f, 0x1.3334c8p-4f,
	              0x1.555554p-3f);
}

AW_INLINE double arc_sine_poly(double square)
{
	return horner(square, 0x1.dabba23788421p-6, -0x1.f17000ebb72d4p-7, 0x1.20a9f270d40fep-6,
	              0x1.603756a59b532p-8, 0x1.52eb718881044p-7, 0x1.780afde123d34p-7, 0x1.c9d1fdde00a81p-7,
	              0x1.1c4d1a728320dp-6, 0x1.6e8bb30e1ec7fp-6, 0x1.f1c71c1478c99p-6, 0x1.6db6db6e442c2p-5,
	              0x1.3333333332dc8p-4, 0x1.5555555555556p-3);
}

// (atan x - x) / x^3 as a function of x^2, 0 <= x <= 1; relative error 2^-25 and 2^-54.
AW_INLINE float arc_tangent_poly(float square)
{
	return horner(square, 0x1.b092fap-10f, -0x1.44d7e2p-7f, 0x1.c83f28p-6f, -0x1.9ef2f2p-5f, 0x1.248d34p-4f,
	              -0x1.6fa246p-4f, 0x1.c69708p-4f, -0x1.249002p-3f, 0x1.9999b8p-3f, -0x1.555556p-2f);
}

AW_INLINE double arc_tangent_poly(double square)
{
	return horner(square, -0x1.8a1ab3a992f21p-17, 0x1.1d0b7a206e1b4p-13, -0x1.87a8b82b18e8bp-11,
	              0x1.55d5dd53c696dp-9, -0x1.acd7a7fa69493p-8, 0x1.a05a430fa366cp-7, -0x1.4a9f5a6bf66abp-6,
	              0x1.c2cad4aadd99fp-6, -0x1.142b2ce7a2f5p-5, 0x1.3d12a94e07118p-5, -0x1.60d8685ca04c6p-5,
	              0x1.8543df3e5d1ccp-5, -0x1.aefeffa2a07c7p-5, 0x1.e1dbb410a5d9bp-5, -0x1.1110b93cf782ap-4,
	              0x1.3b13aa3c5fbeep-4, -0x1.745d16e4bbaddp-4, 0x1.c71c71c3cae8bp-4, -0x1.249249248a2dfp-3,
	              0x1.999999999987dp-3, -0x1.5555555555555p-2);
}

// TURNS pi/2 - FACTOR (part.high + part.low) with one rounding that counts.
template <typename T, typename P> AW_INLINE T turned(T turns, T factor, P part)
{
	P right = half_pi(turns);
	P sum = fast_two_sum(turns * right.high, -factor * part.high);
	return sum.high + (fma(-factor, part.low, turns * right.low) + sum.low);
}

// |asin x| for |x| <= 1/2, else asin(sqrt((1 - |x|) / 2)), as a sum of two; NaN for |x| > 1.
template <typename T> AW_INLINE pair_of<T> arc_sine_part(T x, bool *great)
{
	T a = absolute(x);
	*great = a > T(0.5);
	T square = *great ? fma(a, T(-0.5), T(0.5)) : a * a;
	T s = *great ? square_root(square) : a;
	return { s, s * square * arc_sine_poly(square) };
}

template <typename T> AW_INLINE T arc_sine(T x)
{
	bool great;
	pair_of<T> part = arc_sine_part(x, &great);
	return with_sign(great ? turned(T(1), T(2), part) : part.high + part.low, x);
}

template <typename T> AW_INLINE T arc_cosine(T x)
{
	bool great;
	pair_of<T> part = arc_sine_part(x, &great);
	T turns = great ? T(2) : T(1), factor = great ? T(2) : with_sign(T(1), x);
	T near_one = T(2) * (part.high + part.low);
	return great && !is_negative(x) ? near_one : turned(turns, factor, part);
}

// atan x, 0 <= x <= 1, as a sum of two.
template <typename T> AW_INLINE pair_of<T> arc_tangent_part(T x)
{
	return { x, x * (x * x) * arc_tangent_poly(x * x) };
}

template <typename T> AW_INLINE T arc_tangent(T x)
{
	T a = absolute(x);
	bool great = a > T(1);
	pair_of<T> part = arc_tangent_part(great ? T(1) / a : a);
	return with_sign(great ? turned(T(1), T(1), part) : part.high + part.low, x);
}

// Of the point's two coordinates the greater divides the less; steep ones and those on the left are
// turned to where they belong.
template <typename T> AW_INLINE T arc_tangent_of_point(T y, T x)
{
	T ax = absolute(x), ay = absolute(y);
	bool steep = ay > ax, left = is_negative(x);
	T less = steep ? ax : ay, more = steep ? ay : ax;
	T q = more == T(0) ? T(0) : less == infinity(x) ? T(1) : less / more;
	pair_of<T> part = arc_tangent_part(q);
	T turns = steep ? T(1) : T(2), factor = steep && left ? T(-1) : T(1);
	T plain = part.high + part.low;
	T result = steep || left ? turned(turns, factor, part) : plain;
	return is_nan(x) || is_nan(y) ? x + y : with_sign(result, y);
}

AW_API float __nv_asinf(float x) { return arc_sine(x); }
AW_API double __nv_asin(double x) { return arc_sine(x); }
AW_API float __nv_acosf(float x) { return arc_cosine(x); }
AW_API double __nv_acos(double x) { return arc_cosine(x); }
AW_API float __nv_atanf(float x) { return arc_tangent(x); }
AW_API double __nv_atan(double x) { return arc_tangent(x); }
AW_API float __nv_atan2f(float y, float x) { return arc_tangent_of_point(y, x); }
AW_API double __nv_atan2(double y, double x) { return arc_tangent_of_point(y, x); }
