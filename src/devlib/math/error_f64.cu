// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error functions and normal distribution in double precision.
//
// For x >= 0, e^(x^2) erfc(x) (x + 15/16) is a smooth function of t = (x - 4) / (x + 4), which maps all
// numbers to [-1, 1) (Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x",
// 1981).  The inverses are functions of w = -ln(1 - x^2) (Giles, "Approximating the erfinv function",
// 2011).  All polynomials were made for this file by interpolation at Chebyshev points.
#include "extended.h"

// erf(x) for |x| <= 1, as x + x p.
AW_INLINE double erf_small(double x)
{
	double square = x * x;
	double p = horner(square, 0x1.05ffd737fb32ep-34, -0x1.389d4f2641625p-30, 0x1.f7b4bf3b13964p-27,
	                  -0x1.5f1ecb6f0764cp-23, 0x1.b9df224ca4b97p-20, -0x1.f4d1e3183f7aep-17,
	                  0x1.f9a321d5b8e1ep-14, -0x1.c02db3dac435fp-11, 0x1.565bcd0dbaa38p-8,
	                  -0x1.b82ce31284ep-6, 0x1.ce2f21a042b3p-4, -0x1.812746b0379e6p-2,
	                  0x1.06eba8214db69p-3);
	return fma(x, p, x);
}

// erfcx(x) for x >= 0.  The residual of t is taken into account: t (x + 4) = x - 4.
AW_INLINE double erfcx_positive(double x)
{
	double inverse = 1.0 / (x + 4.0);
	double t = fma(-8.0, inverse, 1.0);
	double residual = fma(-t, x, fma(-4.0, t + 1.0, x));
	t = x < 0x1p60 ? fma(residual, inverse, t) : 1.0;
	double p = horner(t, -0x1.3d1e063b1b55ap-33, 0x1.b4bd967d7699ap-32, 0x1.d49acb3601278p-30,
	                  -0x1.6ce780184d6bep-28, -0x1.85c39f01ae02dp-27, 0x1.8f4220b09077fp-25,
	                  0x1.ac64366ae6623p-25, -0x1.8bb0f4f7c4a6dp-22, 0x1.73eaea2a72758p-26,
	                  0x1.66f9906fc2959p-19, -0x1.2211a99352882p-18, -0x1.b544800e7c68fp-17,
	                  0x1.127c4dcbd4f65p-14, -0x1.10f00a3e30b15p-14, -0x1.97464fac548c5p-12,
	                  0x1.1bf3373e3f5a8p-9, -0x1.9e59fa0337f03p-8, 0x1.a8d25f21d78dp-7,
	                  -0x1.3f06d7189571bp-6, 0x1.3b80a7e3fa177p-6, -0x1.754fd145bb88ap-9,
	                  -0x1.35c6445ff0302p-5, 0x1.a771750a0e4cfp-4, -0x1.7718d4afaabfap-3,
	                  0x1.5a55aa3cef624p-1);
	return p / (x + 0.9375);
}

AW_API double __nv_erf(double x)
{
	double size = at_most(absolute(x), 6.0);
	double large = 1.0 - exp_of_square(size, -1.0, 0) * erfcx_positive(size);
	return size <= 1.0 ? erf_small(x) : with_sign(large, x);
}

AW_API double __nv_erfc(double x)
{
	double size = at_most(absolute(x), 27.5);
	double tail = exp_of_square(size, -1.0, 0) * erfcx_positive(size);
	double near = 1.0 - erf_small(x);
	return absolute(x) < 0.5 ? near : is_negative(x) ? 2.0 - tail : tail;
}

AW_API double __nv_erfcx(double x)
{
	double positive = erfcx_positive(absolute(x));
	double power = exp_of_square(at_most(absolute(x), 27.0), 1.0, 1);
	return is_negative(x) ? power - positive : positive;
}

// Phi(x) = erfc(-x / sqrt(2)) / 2 with e^(-x^2 / 2) from x itself.
AW_API double __nv_normcdf(double x)
{
	double size = at_most(absolute(x), 38.7), z = size * 0x1.6a09e667f3bcdp-1;
	double tail = exp_of_square(size, -0.5, -1) * erfcx_positive(z);
	double near = fma(0.5, erf_small(with_sign(z, x)), 0.5);
	return absolute(x) < 0.7 ? near : is_negative(x) ? tail : 1.0 - tail;
}

// erfinv(x) / x - 1 as a function of w, where 1 - x^2 = e^-w, w <= 6.25.
AW_INLINE double inverse_near(double w)
{
	return horner(w - 3.125, -0x1.b2643e45e1856p-72, 0x1.e2aa7ddd776b6p-69, 0x1.79a647e43b44ep-66,
	              -0x1.9a137911c05cfp-62, 0x1.669b9213d3cdfp-61, 0x1.1e1f9ee618b29p-56,
	              -0x1.19ac650194dcap-53, -0x1.6b6b0fc6a580fp-55, 0x1.d5e95ecc5f898p-48,
	              -0x1.6877e8ae70f27p-45, -0x1.6b86f85109f07p-44, 0x1.7236b79e1d57ep-39,
	              -0x1.c8a6afa1550f4p-37, -0x1.dc3f457145cd3p-35, 0x1.20f544d62fff1p-30,
	              -0x1.1a9eb00326b9bp-28, -0x1.f36ceed4416aep-26, 0x1.c6b4f8868f532p-22,
	              -0x1.6e8a53c7ac2ffp-20, -0x1.d1d1f7c9ffa6dp-17, 0x1.879c2a20aeb2ep-13,
	              -0x1.84576948359ddp-11, -0x1.8b6c33114ea2fp-8, 0x1.ebd80d9b13dfap-3,
	              0x1.4eabcf9335d0cp-1);
}

// The inverse itself beyond, as a function of the root s of w: to 4.5, and to 27.4.
AW_INLINE double inverse_middle(double s)
{
	return horner(s - 3.5, 0x1.f4e1c8840d99ap-35, -0x1.2266d30e89ac2p-33, -0x1.0a884b391461cp-32,
	              0x1.95e6711e52752p-30, -0x1.8572d0865b0ecp-29, 0x1.90b39decf1f82p-40,
	              0x1.4d22b75b10c86p-26, -0x1.20256f5e47a7ep-24, 0x1.a956450b3d17p-24,
	              0x1.a44b1529062bap-24, -0x1.05078925b7721p-20, 0x1.824b9d3107b1p-19,
	              -0x1.36fdb6055ef35p-18, -0x1.11d92e6c21adp-21, 0x1.2d94ee057324fp-15,
	              -0x1.6b179109ebdedp-13, 0x1.3e65c7077ac1ap-11, -0x1.c2bb38526d337p-10,
	              0x1.972277079577fp-9, 0x1.01e66cf1e1894p0, 0x1.aaf0ef39e49p1);
}

AW_INLINE double inverse_far(double s)
{
	double r = 1.0 / (s + 4.0) - 0.0625;
	return s * horner(r, 0x1.2102373a7abb1p79, -0x1.618e77d37db4ap77, 0x1.194e07c5579cap74,
	                  -0x1.2b075c031e2b3p68, -0x1.ce3cf8e542266p65, 0x1.480fb7793041dp61,
	                  0x1.f04cc05078826p56, -0x1.6dca8423caa73p53, 0x1.e907a157cea6bp47,
	                  -0x1.87d6d58096654p42, 0x1.3505ec350554p40, -0x1.bf9495c1d6e9ap36,
	                  0x1.236bd57180c3bp33, -0x1.14ddfde74e89dp29, 0x1.3c85be7b6bb85p26,
	                  -0x1.2af8d128ae9ddp19, 0x1.16b332febf4f1p20, 0x1.09de49051a5e5p16,
	                  0x1.11df8870fcf68p14, 0x1.d479d5c73ac92p9, 0x1.8b2c61aa19ddfp5,
	                  -0x1.5a10158765b32p5, -0x1.73ea14ead1155p3, -0x1.6f20a14be9c17p1,
	                  -0x1.1bf27e5cc4a74p-2, 0x1.fbc9caea12448p-1);
}

// The inverse for x with 1 - x^2 = e^-w.  Few arguments are beyond the near range.
AW_INLINE double inverse(double x, double w)
{
	double result = fma(x, inverse_near(w), x);
	if (w >= 6.25) {
		double s = square_root(w);
		result = s < 4.5 ? inverse_middle(s) : s < 28.0 ? inverse_far(s) : F64_INFINITY;
	}
	return with_sign(result, x);
}

AW_API double __nv_erfinv(double x)
{
	double result = inverse(x, -__nv_log(fma(-x, x, 1.0)));
	return absolute(x) <= 1.0 ? result : F64_NAN;
}

// 1 - (1 - y)^2 = y (2 - y).
AW_API double __nv_erfcinv(double y)
{
	double x = 1.0 - y, small = y > 1.0 ? 2.0 - y : y;
	double product = small > 0.5 ? fma(-x, x, 1.0) : small * (2.0 - small);
	double result = inverse(x, -__nv_log(product));
	return small >= 0.0 ? result : F64_NAN;
}

// 0 is added so that the median is +0.
AW_API double __nv_normcdfinv(double p) { return fma(-0x1.6a09e667f3bcdp0, __nv_erfcinv(2.0 * p), 0.0); }
