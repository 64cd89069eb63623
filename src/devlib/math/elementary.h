// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers of the elementary functions that are the same for float and double.
//
// The polynomials of the elementary functions are minimax approximations that were made for this
// library with Sollya's fpminimax (Brisebarre and Chevillard, "Efficient polynomial L-infinity
// approximations", 2007), which optimises over coefficients that are floating point numbers.  Each
// names its function, its interval and what was made minimal.  Constants that are split into several
// numbers were computed with MPFR.
#ifndef AW_DEVLIB_ELEMENTARY_H
#define AW_DEVLIB_ELEMENTARY_H

#include "scaling.h"

// The nearest integer to x FACTOR (or x), less than 2^21, as a number and, in *N, as an integer.  Adding 1.5 * 2^23 (or
// 2^52) leaves the integer in the low bits.  A conversion would be undefined for NaN and infinity;
// this gives NaN and some integer.
AW_INLINE float nearest_product(float x, float factor, i32 *n)
{
	const float magic = 0x1.8p23f;
	float sum = fma(x, factor, magic);
	*n = (i32)(bits_of(sum) - bits_of(magic));
	return sum - magic;
}

AW_INLINE double nearest_product(double x, double factor, i32 *n)
{
	const double magic = 0x1.8p52;
	double sum = fma(x, factor, magic);
	*n = (i32)(u32)bits_of(sum);
	return sum - magic;
}

template <typename T> AW_INLINE T nearest(T x, i32 *n) { return nearest_product(x, T(1), n); }

// -x where bit 0 of FLIP is set.
AW_INLINE float negated_if(float x, u32 flip) { return f32_from_bits(bits_of(x) ^ flip << 31); }
AW_INLINE double negated_if(double x, u32 flip) { return f64_from_bits(bits_of(x) ^ (u64)flip << 63); }

// x 2^n for x near 1, rounded at most once; |n| up to twice the greatest exponent (scaled.cu).
AW_API float __aw_scaled_f32(float x, i32 n);
AW_API double __aw_scaled_f64(double x, i32 n);
AW_INLINE float scaled(float x, i32 n) { return __aw_scaled_f32(x, n); }
AW_INLINE double scaled(double x, i32 n) { return __aw_scaled_f64(x, n); }

// The same where n is at hand as a number K, too; where that is NaN, x is.
AW_API float __aw_scaled_by_f32(float x, float k, i32 n);
AW_API double __aw_scaled_by_f64(double x, double k, i32 n);
AW_INLINE float scaled_by(float x, float k, i32 n) { return __aw_scaled_by_f32(x, k, n); }
AW_INLINE double scaled_by(double x, double k, i32 n) { return __aw_scaled_by_f64(x, k, n); }

AW_INLINE float infinity(float) { return F32_INFINITY; }
AW_INLINE double infinity(double) { return F64_INFINITY; }

// The smaller and the greater number; x when one is NaN, so that NaN passes through.
template <typename T> AW_INLINE T at_most(T x, T limit) { return x > limit ? limit : x; }
template <typename T> AW_INLINE T at_least(T x, T limit) { return x < limit ? limit : x; }

// |x| = mantissa * 2^exponent, mantissa in [1, 2); nonsense, but nothing undefined, for 0, infinity and NaN.
template <typename T> struct binary_parts {
	T mantissa;
	i32 exponent;
};

template <typename T> AW_INLINE binary_parts<T> binary_parts_of(T x)
{
	normalized<T> normal = normalize(x);
	const i32 bias = layout_of<T>::bias;
	return { absolute(with_exponent(normal.value, bias)), exponent_field(normal.value) - bias - normal.shift };
}

// The type of an unevaluated sum of two numbers.
template <typename T> struct pair_type;
template <> struct pair_type<float> {
	typedef f32_pair type;
};
template <> struct pair_type<double> {
	typedef f64_pair type;
};
template <typename T> using pair_of = typename pair_type<T>::type;

#endif
