// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Square roots of sums of squares for float and double: every number is scaled by the same power of
// two, so that nothing overflows or vanishes, and the sum is kept in two parts, so that the result
// is nearly rounded correctly.
#ifndef AW_DEVLIB_ROOT_H
#define AW_DEVLIB_ROOT_H

#include "elementary.h"

// The power of two that brings the numbers with X's exponent near 1, and its reciprocal.
AW_INLINE void scale_for(float x, float *scale, float *inverse)
{
	u32 exponent = at_most(at_least(bits_of(x) >> 23, 1u), 253u);
	*scale = f32_from_bits((254 - exponent) << 23);
	*inverse = f32_from_bits(exponent << 23);
}

AW_INLINE void scale_for(double x, double *scale, double *inverse)
{
	u64 exponent = at_most<u64>(at_least<u64>(bits_of(x) >> 52, 1), 2045);
	*scale = f64_from_bits((2046 - exponent) << 52);
	*inverse = f64_from_bits(exponent << 52);
}

template <typename T> struct sum_of_squares {
	T high, low;
};

// S + x^2.
template <typename T> AW_INLINE sum_of_squares<T> with_square(sum_of_squares<T> s, T x)
{
	auto square = two_product(x, x);
	auto sum = two_sum(s.high, square.high);
	return { sum.high, s.low + (sum.low + square.low) };
}

// sqrt(S): the root of the high part, and one Newton step for what is left.
template <typename T> AW_INLINE T root_of(sum_of_squares<T> s)
{
	T root = square_root(s.high);
	T rest = fma(-root, root, s.high) + s.low;
	return s.high > T(0) ? fma(rest, T(0.5) / root, root) : T(0);
}

// 1 / sqrt(S), the same way, with 1 - S y^2 computed without loss.
template <typename T> AW_INLINE T inverse_root_of(sum_of_squares<T> s)
{
	T y = T(1) / square_root(s.high);
	auto product = two_product(s.high, y);
	T rest = fma(-product.high, y, T(1)) - (product.low + s.low * y) * y;
	return s.high > T(0) ? fma(T(0.5) * y, rest, y) : T(1) / s.high;
}

#endif
