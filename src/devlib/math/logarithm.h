// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The natural logarithm in pieces, for all that is built on it: x = 2^e (1 + f) with f near zero.
#ifndef AW_DEVLIB_LOGARITHM_H
#define AW_DEVLIB_LOGARITHM_H

#include "elementary.h"

// x = 2^e (1 + f + f_low).
template <typename T> struct log_parts {
	T e, f, f_low;
};

// ln 2, the high part so short that its product with e is exact.
template <typename T> struct log_constants;
template <> struct log_constants<float> {
	static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
	static constexpr float least_normal = 0x1p-126f, raise = 0x1p23f, raised = 23.f;
};
template <> struct log_constants<double> {
	static constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
	static constexpr double least_normal = 0x1p-1022, raise = 0x1p52, raised = 52.;
};

// The exponent of a normal number x and, in *M, x without it, in [2/3, 4/3).
AW_INLINE i32 take_exponent(float x, float *m)
{
	u32 bits = bits_of(x) - 0x3f2aaaab;
	*m = f32_from_bits((bits & 0x7fffff) + 0x3f2aaaab);
	return (i32)bits >> 23;
}

// The same, in [sqrt(1/2), sqrt(2)).
AW_INLINE i32 take_exponent(double x, double *m)
{
	const u64 least = 0x3fe6a09e667f3bcd;
	u64 bits = bits_of(x) - least;
	*m = f64_from_bits((bits & ~0ull >> 12) + least);
	return (i32)(bits >> 32) >> 20;
}

// x > 0 and finite; others give some numbers.
template <typename T> AW_INLINE log_parts<T> log_split(T x)
{
	using c = log_constants<T>;
	bool tiny = x < c::least_normal;
	T m, e = (T)take_exponent(tiny ? x * c::raise : x, &m);
	return { tiny ? e - c::raised : e, m - T(1), T(0) };
}

// The same for 1 + x + x_low, x > -1 and finite.
template <typename T> AW_INLINE log_parts<T> log1p_split(T x, T x_low)
{
	pair_of<T> sum = two_sum(T(1), x);
	T m;
	i32 e = take_exponent(sum.high, &m);
	T f = m - T(1), low = (sum.low + x_low) * exp2i<T>(-at_most(e, 100));
	// x itself is more exact than 1 + x where no exponent is taken out of it.
	f = e == 0 ? x : f;
	low = e == 0 ? x_low : low;
	return { (T)e, f, fma(-f, low, low) };
}

// (ln(1 + f) - f) / f^2 on [-1/3, 1/3] with a relative error of 2^-24.
AW_INLINE float log_tail_poly(float f)
{
	return horner(f, -0x1.0124dap-3f, 0x1.19b0fcp-3f, -0x1.f62dbep-4f, 0x1.1fd6bap-3f, -0x1.5581dp-3f,
	              0x1.99bfdep-3f, -0x1.ffff88p-3f, 0x1.55552cp-2f, -0.5f);
}

// ln(1 + f) - f + ADDEND.
AW_INLINE float log_tail(float f, float addend) { return fma(f * f, log_tail_poly(f), addend); }

// For double, s = f / (2 + f): ln(1 + f) = 2 s + s^3 Q(s^2) = f - f^2 / 2 + s (f^2 / 2 + s^2 Q(s^2)), Q with a
// relative error of 2^-54.
AW_INLINE double log_tail(double f, double addend)
{
	double s = f / (2. + f), square = s * s, half_square = 0.5 * f * f;
	double q = horner(square, 0x1.1023b86d5bb0ap-3, 0x1.0f4a1544c367ap-3, 0x1.3b215933c2fcp-3,
	                  0x1.745cdb7521fa2p-3, 0x1.c71c725c5ee56p-3, 0x1.249249242ee1bp-2, 0x1.9999999999d59p-2,
	                  0x1.5555555555555p-1);
	return fma(s, fma(square, q, half_square), addend) - half_square;
}

// e ln 2 + ln(1 + f + f_low).  The two great terms are added without an error: they may nearly cancel.
template <typename T> AW_INLINE T log_join(log_parts<T> x)
{
	using c = log_constants<T>;
	pair_of<T> sum = fast_two_sum(x.e * c::ln2_high, x.f);
	return sum.high + fma(x.e, c::ln2_low, log_tail(x.f, sum.low + x.f_low));
}

// RESULT for x > 0 and finite, else what logarithms are there: -infinity at 0, NaN below.
template <typename T> AW_INLINE T with_log_special(T x, T result)
{
	T outside = x == T(0) ? -infinity(x) : T(F32_NAN);
	return x > T(0) ? (x < infinity(x) ? result : x) : outside;
}

#endif
