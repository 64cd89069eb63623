// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Square roots of sums of squares for float and double: every number is scaled by the same power of
// two, so that nothing overflows or vanishes, and the sum is kept in two parts, so that the result
// is nearly rounded correctly.
#ifndef AW_DEVLIB_ROOT_H
#define AW_DEVLIB_ROOT_H

#include "elementary.h"

// The power of two that brings the numbers with X's exponent near 1, and its reciprocal.
template <typename T> AW_INLINE void scale_for(T x, T *scale, T *inverse)
{
	const i32 bias = layout_of<T>::bias;
	i32 exponent = at_most(at_least(exponent_field(x) - bias, 1 - bias), bias - 1);
	*scale = exp2i<T>(-exponent);
	*inverse = exp2i<T>(exponent);
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
