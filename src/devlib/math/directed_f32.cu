// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-precision arithmetic in the four rounding modes.  Products of two floats are exact in double,
// and so are the residuals of quotients and square roots, so nothing underflows on the way.
#include "directed.h"

template <direction D> AW_INLINE float multiply(float a, float b)
{
	return D == NEAREST ? a * b : narrow<D>((double)a * b);
}

// The residual a - q b has the sign of the error times that of b.
template <direction D> AW_INLINE float divide(float a, float b)
{
	float quotient = a / b;
	double residual = fma(-(double)quotient, (double)b, (double)a);
	bool overflowed = is_inf(quotient) && !is_inf(a) && b != 0;
	double error = is_negative(b) ? -residual : residual;
	return directed<D>(quotient, overflowed ? -(double)quotient : error);
}

template <direction D> AW_INLINE float root(float x)
{
	float nearest = square_root(x);
	return directed<D>(nearest, fma(-(double)nearest, (double)nearest, (double)x));
}

// The sum of the exact product and c, rounded to odd in double, which has more than 2 x 24 + 2 bits, and
// then as asked (Boldo, Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
template <direction D> AW_INLINE float multiply_add(float a, float b, float c)
{
	if (D == NEAREST)
		return fma(a, b, c);
	double product = (double)a * b;
	f64_pair sum = two_sum(product, (double)c);
	bool inexact = sum.low < 0 || sum.low > 0, even = !(bits_of(sum.high) & 1);
	double odd = inexact && even ? neighbour(sum.high, sum.low > 0) : sum.high;
	double zero = is_negative(product) || is_negative(c) ? -0.0 : 0.0;
	return narrow<D>(D == DOWN && sum.high == 0 ? zero : odd);
}

#define IN_MODE(suffix, mode) \
	AW_API float __nv_fadd_##suffix(float a, float b) { return add<mode>(a, b); } \
	AW_API float __nv_fsub_##suffix(float a, float b) { return add<mode>(a, -b); } \
	AW_API float __nv_fmul_##suffix(float a, float b) { return multiply<mode>(a, b); } \
	AW_API float __nv_fdiv_##suffix(float a, float b) { return divide<mode>(a, b); } \
	AW_API float __nv_frcp_##suffix(float x) { return divide<mode>(1.0f, x); } \
	AW_API float __nv_fsqrt_##suffix(float x) { return root<mode>(x); } \
	AW_API float __nv_fmaf_##suffix(float a, float b, float c) { return multiply_add<mode>(a, b, c); } \
	AW_API float __nv_fmaf_ieee_##suffix(float a, float b, float c) { return multiply_add<mode>(a, b, c); }

IN_MODE(rn, NEAREST)
IN_MODE(rz, ZERO)
IN_MODE(rd, DOWN)
IN_MODE(ru, UP)

AW_API float __nv_fmaf(float a, float b, float c) { return fma(a, b, c); }

// A float near the result, from double, is at most one of the two floats around it; which one is told
// by the sign of 1 - x m^2 at their midpoint m.  m^2 has 50 bits and is exact, and a tie can't be.
AW_API float __nv_frsqrt_rn(float x)
{
	double close = 1 / square_root((double)x);
	float nearest = (float)close;
	bool above = close > (double)nearest;
	float other = neighbour(nearest, above);
	double middle = 0.5 * ((double)nearest + (double)other);
	double beyond = fma(-(double)x, middle * middle, 1.0);
	bool passed = above ? beyond > 0 : beyond < 0;
	return passed && nearest != 0 ? other : nearest;
}
