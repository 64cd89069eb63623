// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential and logarithm of doubles with about ten bits more than a double has, for functions that
// raise their error to a high power: a logarithm is a pair, an exponent may be one.  The polynomials
// interpolate at Chebyshev points with a relative error below 2^-57 of what they are part of.
#ifndef AW_DEVLIB_EXTENDED_F64_H
#define AW_DEVLIB_EXTENDED_F64_H

#include "elementary.h"

// value 2^exponent, with value near 1.
struct f64_power {
	double value;
	i32 exponent;
};

// e^(high + low), |low| much less than 1; beyond +-1400 it is as there.  ln 2 is split so that n times its
// first part is exact.
AW_INLINE f64_power f64_exp_power(double high, double low)
{
	i32 n;
	double x = at_most(at_least(high, -1400.0), 1400.0);
	double k = nearest(x * 0x1.71547652b82fep0, &n);
	double rest = fma(k, -0x1.62e42fefa3p-1, x);
	double correction = fma(k, -0x1.3de6af278ece6p-42, low);
	f64_pair r = fast_two_sum(rest, correction);
	double q = horner(r.high, 0x1.1f732921c514bp-29, 0x1.af4e2bbb50609p-26, 0x1.27e4db5238e9ap-22,
	                  0x1.71de0211bc37ep-19, 0x1.a01a01a6de478p-16, 0x1.a01a01abf20adp-13,
	                  0x1.6c16c16c162cap-10, 0x1.11111111100c9p-7, 0x1.5555555555556p-5,
	                  0x1.5555555555557p-3, 0x1p-1);
	return { 1.0 + (r.high + fma(r.high * r.high, q, r.low)), n };
}

// The result at full range, rounded at most once more.
AW_INLINE double f64_power_value(f64_power p) { return scaled(p.value, p.exponent); }

// ln x for x > 0 and finite: x = 2^e m with m near 1, s = (m - 1) / (m + 1), ln m = 2 s + s^3 P(s^2).
AW_INLINE f64_pair f64_log_pair(double x)
{
	const u64 lowest = 0x3fe6a09e667f3bcd; // the square root of 1/2
	bool tiny = x < 0x1p-1022;
	u64 bits = bits_of(tiny ? x * 0x1p54 : x) - lowest;
	double e = (double)((i32)(bits >> 32) >> 20) - (tiny ? 54.0 : 0.0);
	double m = f64_from_bits((bits & 0xfffffffffffff) + lowest);
	double f = m - 1.0, inverse = 1.0 / (m + 1.0);
	f64_pair sum = two_sum(m, 1.0);
	double s = f * inverse, square = s * s;
	double s_low = fma(-s, sum.low, fma(-s, sum.high, f)) * inverse;
	double tail = s * square * horner(square, 0x1.0c06cf14c641bp-3, 0x1.0fbe478772696p-3,
	                                  0x1.3b1c38474d3eep-3, 0x1.745cf8f6c9119p-3,
	                                  0x1.c71c72017a15cp-3, 0x1.2492492476ba1p-2,
	                                  0x1.9999999999a38p-2, 0x1.5555555555555p-1);
	f64_pair high = fast_two_sum(e * 0x1.62e42fefa3p-1, s + s);
	double low = fma(e, 0x1.3de6af278ece6p-42, high.low + fma(2.0, s_low, tail));
	return fast_two_sum(high.high, low);
}

#endif
