// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Double-precision arithmetic in the four rounding modes.  The error terms are exact by fma as long as
// they don't underflow; where they could, operands are scaled by a power of two first.
#include "directed.h"

// Two numbers, the smaller one scaled.
struct scaled_factors {
	double small, large;
};

AW_INLINE scaled_factors scale_smaller(double a, double b, double factor)
{
	bool first = absolute(a) < absolute(b);
	return {(first ? a : b) * factor, first ? b : a};
}

// A product below 1 has a factor below 1; with it 2^600 times larger the error term can't underflow
// unless the product itself is rounded to 0, and then its sign is that of the error.
template <direction D> AW_INLINE double multiply(double a, double b)
{
	double product = a * b;
	if (D == NEAREST)
		return product;
	double factor = absolute(product) < 1 ? 0x1p600 : 1.0;
	scaled_factors f = scale_smaller(a, b, factor);
	double error = fma(f.small, f.large, -product * factor);
	bool overflowed = is_inf(product) && !is_inf(a) && !is_inf(b);
	bool vanished = product == 0 && a != 0 && b != 0;
	error = overflowed ? -product : vanished ? with_sign(1.0, product) : error;
	return directed<D>(product, error);
}

// The residual a - q b has the sign of the error times that of b.
template <direction D> AW_INLINE double divide(double a, double b)
{
	double quotient = a / b;
	if (D == NEAREST)
		return quotient;
	double factor = absolute(a) < 0x1p-900 ? 0x1p300 : 1.0;
	scaled_factors f = scale_smaller(quotient, b, factor);
	double residual = fma(-f.small, f.large, a * factor);
	bool overflowed = is_inf(quotient) && !is_inf(a) && b != 0;
	double error = is_negative(b) ? -residual : residual;
	return directed<D>(quotient, overflowed ? -quotient : error);
}

template <direction D> AW_INLINE double root(double x)
{
	double nearest = square_root(x);
	bool small = x < 0x1p-900;
	double scaled = small ? nearest * 0x1p200 : nearest;
	return directed<D>(nearest, fma(-scaled, scaled, small ? x * 0x1p400 : x));
}

// x 2^n rounded in the direction; scaling back shows what was lost.
template <direction D> AW_INLINE double scale_directed(double x, int n)
{
	double nearest = scale(x, n);
	return directed<D>(nearest, x - scale(nearest, -n));
}

// The exact sum of three numbers of like size, rounded.  The error of the fma is that of Boldo and
// Muller, "Exact and approximated error of the FMA", 2011.
template <direction D> AW_INLINE double multiply_add_near(double a, double b, double c)
{
	double nearest = fma(a, b, c);
	f64_pair product = two_product(a, b);
	f64_pair low = two_sum(c, product.low), high = two_sum(product.high, low.high);
	double error = (high.high - nearest + high.low) + low.low;
	return D == DOWN && nearest == 0 ? -0.0 : directed<D>(nearest, error);
}

// Factors with exponent 0 and a summand at most 2^250 times larger or smaller than the product keep
// clear of overflow and underflow; a summand further off counts only by its sign, which the limit
// leaves.  Rounding again when the exponent is put back is right, as the direction is the same.
template <direction D> static AW_DEVICE double multiply_add_scaled(double a, double b, double c)
{
	int exponent_a = exponent_of(a), exponent_b = exponent_of(b), exponent_c = exponent_of(c);
	int exponent = exponent_a + exponent_b, distance = exponent_c - exponent;
	int limited = distance < -250 ? -250 : distance > 250 ? 250 : distance;
	double sum = multiply_add_near<D>(scale(a, -exponent_a), scale(b, -exponent_b),
	                                  scale(c, limited - exponent_c));
	return scale_directed<D>(sum, distance > 250 ? exponent_c - limited : exponent);
}

template <direction D> AW_INLINE double multiply_add(double a, double b, double c)
{
	if (D == NEAREST)
		return fma(a, b, c);
	if (!is_finite(a) || !is_finite(b) || !is_finite(c))
		return fma(a, b, c);
	if (a == 0 || b == 0)
		return add<D>(a * b, c);
	if (c == 0)
		return multiply<D>(a, b);
	return multiply_add_scaled<D>(a, b, c);
}

#define IN_MODE(suffix, mode) \
	AW_API double __nv_dadd_##suffix(double a, double b) { return add<mode>(a, b); } \
	AW_API double __nv_dsub_##suffix(double a, double b) { return add<mode>(a, -b); } \
	AW_API double __nv_dmul_##suffix(double a, double b) { return multiply<mode>(a, b); } \
	AW_API double __nv_ddiv_##suffix(double a, double b) { return divide<mode>(a, b); } \
	AW_API double __nv_drcp_##suffix(double x) { return divide<mode>(1.0, x); } \
	AW_API double __nv_dsqrt_##suffix(double x) { return root<mode>(x); } \
	AW_API double __nv_fma_##suffix(double a, double b, double c) { return multiply_add<mode>(a, b, c); }

IN_MODE(rn, NEAREST)
IN_MODE(rz, ZERO)
IN_MODE(rd, DOWN)
IN_MODE(ru, UP)

AW_API double __nv_fma(double a, double b, double c) { return fma(a, b, c); }

// The upper half of the reciprocal of the upper half, the lower half 0; subnormal numbers count as 0
// (PTX ISA, rcp.approx.ftz.f64).
AW_API double __nv_rcp64h(double x)
{
	const u64 upper = 0xffffffff00000000;
	double cut = f64_from_bits(bits_of(x) & upper);
	double input = absolute(cut) < 0x1p-1022 ? with_sign(0.0, x) : cut;
	double result = f64_from_bits(bits_of(1 / input) & upper);
	return absolute(result) < 0x1p-1022 ? with_sign(0.0, x) : result;
}
