// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential and logarithm with more precision or range than a number has, for functions that would
// make much of an ordinary one's error: an exponent may be a pair, a power keeps its exponent apart, a
// logarithm is a pair.
#ifndef AW_DEVLIB_EXTENDED_H
#define AW_DEVLIB_EXTENDED_H

#include "exponential.h"
#include "logarithm.h"

// value 2^exponent, with value near 1.
template <typename T> struct power_parts {
	T value;
	i32 exponent;
};

// e^(high + low), |low| much less than 1, for high from -1400 to 1400.
template <typename T> AW_INLINE power_parts<T> exp_parts(T high, T low)
{
	i32 n;
	pair_of<T> start = exp_reduced(high, &n), r = fast_two_sum(start.high, start.low + low);
	T rest = fma(r.high * r.high, exp_tail_poly(r.high), r.low);
	return { T(1) + (r.high + rest), n };
}

// e^(x^2 scale) 2^shift; scale is a power of two.  The square's rounding error is made good.
template <typename T> AW_INLINE T exp_of_square(T x, T scale, i32 shift)
{
	pair_of<T> square = two_product(x, x);
	power_parts<T> power = exp_parts(square.high * scale, square.low * scale);
	return scaled(power.value, power.exponent + shift);
}

// ln x for x > 0 and finite, to 2^-60 of it: m = x without its exponent, s = (m - 1) / (m + 1) in two
// parts, ln m = 2 s + s^3 P(s^2).  P interpolates at Chebyshev points, relative error 2^-58.
AW_INLINE f64_pair log_pair(double x)
{
	bool tiny = x < 0x1p-1022;
	double m;
	double e = take_exponent(tiny ? x * 0x1p52 : x, &m) - (tiny ? 52.0 : 0.0);
	double f = m - 1.0, inverse = 1.0 / (m + 1.0);
	f64_pair sum = two_sum(m, 1.0);
	double s = f * inverse, square = s * s;
	double s_low = fma(-s, sum.low, fma(-s, sum.high, f)) * inverse;
	double tail = s * square * horner(square, 0x1.0c06cf14c641bp-3, 0x1.0fbe478772696p-3,
	                                  0x1.3b1c38474d3eep-3, 0x1.745cf8f6c9119p-3,
	                                  0x1.c71c72017a15cp-3, 0x1.2492492476ba1p-2,
	                                  0x1.9999999999a38p-2, 0x1.5555555555555p-1);
	f64_pair high = fast_two_sum(e * log_constants<double>::ln2_high, s + s);
	double low = fma(e, log_constants<double>::ln2_low, high.low + fma(2.0, s_low, tail));
	return fast_two_sum(high.high, low);
}

#endif
