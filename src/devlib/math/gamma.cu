// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gamma function and its logarithm.
//
// Up to 2.5 by 1 / Gamma(1 + y), which is entire, at the distance y from the nearest integer; beyond by
// Stirling's formula, whose remainder x (ln Gamma(x) - (x - 1/2) ln x + x - ln(2 pi) / 2) is a smooth
// function of 1 / x^2; for negative numbers by reflection, Gamma(-x) = -pi / (x sin(pi x) Gamma(x)).
// The polynomials interpolate at Chebyshev points.  The functions of float are those of double, rounded.
#include "extended.h"

// (1 / Gamma(1 + y) - 1) / y for |y| <= 1/2, relative error 2^-56.
AW_INLINE double reciprocal_tail(double y)
{
	return horner(y, 0x1.5ec1275340197p-28, 0x1.5372033fab1cbp-28, -0x1.b9af0d0892934p-23,
	              0x1.3045d6e44720dp-20, -0x1.4faca92f845e7p-20, -0x1.51cef9e68440bp-16,
	              0x1.0c8a78a9e1af1p-13, -0x1.c364fccf31d2ap-13, -0x1.317112cdf1782p-10,
	              0x1.d919c527225ddp-8, -0x1.3b4af284842acp-7, -0x1.59af103c33358p-5,
	              0x1.5512320b43fbfp-3, -0x1.5815e8fa2707p-5, -0x1.4fcf4026afa2ep-1,
	              0x1.2788cfc6fb619p-1);
}

// Stirling's remainder for x >= 2.5, relative error 2^-54.
AW_INLINE double stirling_remainder(double x)
{
	double inverse = 1.0 / x, square = inverse * inverse;
	return inverse * horner(square, -0x1.f3237681f8b01p2, 0x1.3a9ccd15228fcp3, -0x1.71a62fa2cac13p2,
	                        0x1.117453ee9bfabp1, -0x1.27024238aa361p-1, 0x1.061ee605d918fp-3,
	                        -0x1.b9142bb923ap-6, 0x1.9d79315acc4fp-8, -0x1.f5f05f288081dp-10,
	                        0x1.b94aff384cdd2p-11, -0x1.38136d3b83098p-11, 0x1.a01a01813ef0fp-11,
	                        -0x1.6c16c16c11fcbp-9, 0x1.5555555555555p-4);
}

// Gamma(x) for 0 < x < 2.5.
AW_INLINE double gamma_small(double x)
{
	double n = round_even(x), y = x - n;
	double reciprocal = fma(y, reciprocal_tail(y), 1.0);
	return (n == 2.0 ? x - 1.0 : 1.0) / (n == 0.0 ? x * reciprocal : reciprocal);
}

// Gamma(x) for x from 2.5 to 200: sqrt(2 pi) e^((x - 1/2) ln x - x + remainder).
AW_INLINE power_parts<double> gamma_large(double x)
{
	f64_pair log = log_pair(x), product = two_product(x - 0.5, log.high);
	f64_pair sum = two_sum(product.high, -x);
	double low = sum.low + fma(x - 0.5, log.low, product.low) + stirling_remainder(x);
	power_parts<double> power = exp_parts(sum.high, low);
	return { 0x1.40d931ff62706p1 * power.value, power.exponent };
}

AW_API double __nv_tgamma(double x)
{
	double size = absolute(x);
	power_parts<double> gamma = { gamma_small(x < 0.5 && x > -0.5 ? x : size), 0 };
	if (size >= 2.5)
		gamma = gamma_large(at_most(size, 200.0));
	if (x <= -0.5) {
		double pole = x == __builtin_floor(x) ? F64_NAN : 0x1.921fb54442d18p1;
		gamma = { -pole / (size * __nv_sinpi(size) * gamma.value), -gamma.exponent };
	}
	return scaled(gamma.value, gamma.exponent);
}

AW_API float __nv_tgammaf(float x) { return (float)__nv_tgamma(x); }

// ln |Gamma(x)| for |x| < 2.5, x not below -1/2.  Beside 1 by ln(1 + u), around 2 by a polynomial with the
// zeros taken out, relative error 2^-56.
AW_INLINE double log_gamma_small(double x)
{
	double n = round_even(x), y = x - n, z = x - 2.0;
	double tail = reciprocal_tail(y), reciprocal = fma(y, tail, 1.0);
	double below = n == 0.0 ? __nv_log(absolute(x) * reciprocal) : __nv_log1p(y * tail);
	double p = horner(z, 0x1.1e3d684950566p-23, 0x1.369cd0917d26ap-24, 0x1.ef5b85a96c118p-27,
	                  -0x1.676e77f040b62p-22, 0x1.b3dd03dd42258p-22, -0x1.a3aa5728adfedp-21,
	                  0x1.e8dd0f673d5efp-20, -0x1.037acb47e074cp-18, 0x1.13b6335cdd819p-17,
	                  -0x1.2843139407487p-16, 0x1.40313aa83d67ap-15, -0x1.5c87097a308a3p-14,
	                  0x1.7ed7256d9014ap-13, -0x1.a96a3ed6e0523p-12, 0x1.dfebcfc175eb9p-11,
	                  -0x1.145121faec518p-9, 0x1.479748537d461p-8, -0x1.95ce223a9b61dp-7,
	                  0x1.0e0c9df293621p-5, -0x1.9ae6509ea10a3p-4, 0x1.b0ee6072093cep-2);
	return x < 1.25 ? 0.0 - below : z * ((x - 1.0) * p);
}

// (x - 1/2) (ln x - 1) + (ln(2 pi) - 1) / 2 + remainder, for x >= 2.5.
AW_INLINE double log_gamma_large(double x)
{
	f64_pair log = log_pair(x), less = fast_two_sum(-1.0, log.high);
	less = log.high > 1.0 ? fast_two_sum(log.high, -1.0) : less;
	f64_pair product = two_product(x - 0.5, less.high);
	double low = fma(x - 0.5, less.low + log.low, product.low) + stirling_remainder(x);
	return product.high + (is_inf(product.high) ? 0.0 : low + 0x1.acfe390c97d69p-2);
}

AW_API double __nv_lgamma(double x)
{
	double size = absolute(x);
	double result = log_gamma_small(x > -0.5 ? x : size);
	if (size >= 2.5)
		result = log_gamma_large(size);
	if (x <= -0.5)
		result = 0x1.250d048e7a1bdp0 - result - __nv_log(size * absolute(__nv_sinpi(size)));
	return is_inf(x) ? F64_INFINITY : result;
}

AW_API float __nv_lgammaf(float x) { return (float)__nv_lgamma(x); }
