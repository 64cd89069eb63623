// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exponential function before its last step, for all that is built on it: x = n ln 2 + r with
// |r| <= ln 2 / 2 (Cody and Waite), e^x = 2^n e^r, and e^r is a polynomial.
#ifndef AW_DEVLIB_EXPONENTIAL_H
#define AW_DEVLIB_EXPONENTIAL_H

#include "elementary.h"

template <typename T> struct exp_constants;

// LEAST and MOST: beyond them e^x is 0 and e^x / 2 infinite; n is then at most 129 or 1025.
template <> struct exp_constants<float> {
	static constexpr float inverse_ln2 = 0x1.715476p0f, ln2_high = 0x1.62e43p-1f, ln2_low = -0x1.05c61p-29f;
	static constexpr float least = -105.f, most = 89.5f;
};

template <> struct exp_constants<double> {
	static constexpr double inverse_ln2 = 0x1.71547652b82fep0;
	static constexpr double ln2_high = 0x1.62e42fefa39efp-1, ln2_low = 0x1.abc9e3b39803fp-56;
	static constexpr double least = -746., most = 710.5;
};

// e^r, |r| <= ln 2 / 2; relative error 2^-28 and 2^-57.
AW_INLINE float exp_poly(float r)
{
	return horner(r, 0x1.685148p-10f, 0x1.123bd8p-7f, 0x1.555b98p-5f, 0x1.55548ep-3f, 0x1.fffff8p-2f, 1.f,
	              1.f);
}

AW_INLINE double exp_poly(double r)
{
	return horner(r, 0x1.ade15cf353eacp-26, 0x1.28af410c02248p-22, 0x1.71dee621ba3bap-19,
	              0x1.a01997c7711a5p-16, 0x1.a01a0147625b1p-13, 0x1.6c16c1852bd39p-10,
	              0x1.1111111122322p-7, 0x1.55555555502ap-5, 0x1.5555555555511p-3, 0x1.000000000000bp-1, 1.,
	              1.);
}

// (e^r - 1 - r) / r^2, |r| <= ln 2 / 2; relative error 2^-25 and 2^-58.
AW_INLINE float exp_tail_poly(float r)
{
	return horner(r, 0x1.a262bp-13f, 0x1.6d2e0ep-10f, 0x1.110ff4p-7f, 0x1.555502p-5f, 0x1.555556p-3f, 0.5f);
}

AW_INLINE double exp_tail_poly(double r)
{
	return horner(r, 0x1.1f32e8682686cp-29, 0x1.af4eb35b72b52p-26, 0x1.27e500e2105b8p-22,
	              0x1.71de01b8495ccp-19, 0x1.a01a0197bc743p-16, 0x1.a01a01ac1a7cdp-13,
	              0x1.6c16c16c18932p-10, 0x1.1111111110056p-7, 0x1.5555555555552p-5, 0x1.5555555555557p-3,
	              0.5);
}

// 2^r, |r| <= 1/2; relative error 2^-28 and 2^-57.
AW_INLINE float exp2_poly(float r)
{
	return horner(r, 0x1.3f9068p-13f, 0x1.5f0a66p-10f, 0x1.3b30bp-7f, 0x1.c6af78p-5f, 0x1.ebfbd8p-3f,
	              0x1.62e43p-1f, 1.f);
}

AW_INLINE double exp2_poly(double r)
{
	return horner(r, 0x1.e9506e7437aa9p-32, 0x1.e61c16c10567dp-28, 0x1.b525395b42fd1p-24,
	              0x1.62bfc71b3397fp-20, 0x1.ffcbfc5c18559p-17, 0x1.4309130f14ca6p-13,
	              0x1.5d87fe78a08fdp-10, 0x1.3b2ab6fb9ffafp-7, 0x1.c6b08d704a124p-5, 0x1.ebfbdff82c5a5p-3,
	              0x1.62e42fefa39efp-1, 1.);
}

// r in two parts; K is n.
template <typename T> AW_INLINE pair_of<T> exp_rest(T x, T k)
{
	using c = exp_constants<T>;
	T difference = fma(k, -c::ln2_high, x);
	T r = fma(k, -c::ln2_low, difference);
	return { r, fma(k, -c::ln2_low, difference - r) };
}

template <typename T> AW_INLINE pair_of<T> exp_reduced(T x, i32 *n)
{
	return exp_rest(x, nearest_product(x, exp_constants<T>::inverse_ln2, n));
}

// e^x 2^shift.
template <typename T> AW_INLINE T exp_shifted(T x, i32 shift)
{
	using c = exp_constants<T>;
	i32 n;
	T clamped = at_most(at_least(x, c::least), c::most), k = nearest_product(clamped, c::inverse_ln2, &n);
	return scaled_by(exp_poly(exp_rest(clamped, k).high), k + T(shift), n + shift);
}

// (e^x - 1) / 2 in two parts, for x >= -60: with p = 2^(n - 2), twice (p - 1/4) + p r + p (e^r - 1 - r), where
// nothing of the first sum is lost, since the result may be smaller than its terms.  Doubled at the
// end, so that nothing overflows before the result does.
template <typename T> AW_INLINE pair_of<T> half_expm1(T x)
{
	i32 n;
	pair_of<T> r = exp_reduced(at_most(x, exp_constants<T>::most), &n);
	T rest = fma(r.high * r.high, exp_tail_poly(r.high), r.low), power = exp2i<T>(n - 2);
	pair_of<T> start = two_sum(power, T(-0.25));
	pair_of<T> sum = fast_two_sum(start.high, power * r.high);
	pair_of<T> quarter = fast_two_sum(sum.high, fma(power, rest, sum.low + start.low));
	return { T(2) * quarter.high, T(2) * quarter.low };
}

#endif
