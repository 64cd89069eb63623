// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error functions and normal distribution in single precision.
//
// For x >= 0, e^(x^2) erfc(x) (x + 15/16) is a smooth function of t = (x - 3) / (x + 3), which maps all
// numbers to [-1, 1) (Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x",
// 1981).  The inverses are functions of w = -ln(1 - x^2) (Giles, "Approximating the erfinv function",
// 2011).  All polynomials were made for this file by interpolation at Chebyshev points.
#include "extended.h"

// erf(x) for |x| <= 1, as x + x p.
AW_INLINE float erf_small(float x)
{
	float square = x * x;
	float p = horner(square, 0x1.4a569p-14f, -0x1.a45088p-11f, 0x1.54127p-8f, -0x1.b7fabap-6f,
	                 0x1.ce2d1p-4f, -0x1.81273ep-2f, 0x1.06eba8p-3f);
	return fma(x, p, x);
}

// erfcx(x) for x >= 0.  The residual of t is taken into account: t (x + 3) = x - 3.
AW_INLINE float erfcx_positive(float x)
{
	float inverse = 1.0f / (x + 3.0f);
	float t = fma(-6.0f, inverse, 1.0f);
	float residual = fma(-t, x, fma(-3.0f, t + 1.0f, x));
	t = x < 0x1p60f ? fma(residual, inverse, t) : 1.0f;
	float p = horner(t, 0x1.32d0b2p-15f, -0x1.b98cbp-16f, -0x1.6e721ep-12f, 0x1.66f192p-11f,
	                 0x1.9a0762p-10f, -0x1.484682p-7f, 0x1.80c5aap-6f, -0x1.cf6308p-6f,
	                 -0x1.bf6564p-11f, 0x1.56b6e2p-4f, -0x1.af2e68p-3f, 0x1.68ddc8p-1f);
	return p / (x + 0.9375f);
}

// Beyond 1, 1 - e^-q with a polynomial q: erfc's relative error counts little there.
AW_API float __nv_erff(float x)
{
	float size = at_most(absolute(x), 4.0f), u = size - 2.5f;
	float q = horner(u, -0x1.b7783p-20f, 0x1.bec71ap-17f, -0x1.442efcp-14f, 0x1.b887c8p-12f,
	                 -0x1.1bcf88p-9f, 0x1.63d00cp-7f, 0x1.e3460ap-1f, 0x1.569252p2f, 0x1.f3a2dcp2f);
	float large = 1.0f - exp_shifted(-q, 0);
	return size <= 1.0f ? erf_small(x) : with_sign(large, x);
}

AW_API float __nv_erfcf(float x)
{
	float size = at_most(absolute(x), 10.4f);
	float tail = exp_of_square(size, -1.0f, 0) * erfcx_positive(size);
	float near = 1.0f - erf_small(x);
	return absolute(x) < 0.5f ? near : is_negative(x) ? 2.0f - tail : tail;
}

AW_API float __nv_erfcxf(float x)
{
	float positive = erfcx_positive(absolute(x));
	float size = at_most(absolute(x), 10.0f);
	float power = exp_of_square(size, 1.0f, 1);
	return is_negative(x) ? power - positive : positive;
}

// Phi(x) = erfc(-x / sqrt(2)) / 2 with e^(-x^2 / 2) from x itself.
AW_API float __nv_normcdff(float x)
{
	float size = at_most(absolute(x), 14.6f), z = size * 0x1.6a09e6p-1f;
	float tail = exp_of_square(size, -0.5f, -1) * erfcx_positive(z);
	float near = fma(0.5f, erf_small(with_sign(z, x)), 0.5f);
	return absolute(x) < 0.7f ? near : is_negative(x) ? tail : 1.0f - tail;
}

// erfinv(x) / x - 1 as a function of w, where 1 - x^2 = e^-w, w <= 5; and the inverse itself beyond, where s
// is the root of w and r its reciprocal.
AW_INLINE float inverse_near(float w) { return horner(w - 2.5f, -0x1.32e60ep-27f, 0x1.90e8acp-26f,
                                                      0x1.f6a6f8p-22f, -0x1.d0edap-19f,
                                                      -0x1.4db186p-18f, 0x1.c9e97p-13f,
                                                      -0x1.48650cp-10f, -0x1.11c506p-8f, 0x1.f91e8ap-3f,
                                                      0x1.00b8bap-1f); }

AW_INLINE float inverse_far(float s)
{
	float r = 1.0f / s - 0.25f;
	return s * horner(r, -0x1.4ce556p8f, 0x1.1c1f5ep7f, 0x1.37160cp3f, -0x1.3c91dap1f, -0x1.da969ep1f,
	                  0x1.c3b74cp-1f, -0x1.bdce6cp-1f, 0x1.1b7b22p-1f, 0x1.4893c2p-4f,
	                  -0x1.95e7e2p-3f, 0x1.eb7e08p-1f);
}

AW_API float __nv_erfinvf(float x)
{
	float w = -__nv_logf(fma(-x, x, 1.0f));
	float near = fma(x, inverse_near(w), x);
	float far = absolute(x) < 1.0f ? inverse_far(square_root(w)) : F32_INFINITY;
	float result = with_sign(w < 5.0f ? near : far, x);
	return absolute(x) <= 1.0f ? result : F32_NAN;
}

// 1 - (1 - y)^2 = y (2 - y).
AW_API float __nv_erfcinvf(float y)
{
	float x = 1.0f - y, small = y > 1.0f ? 2.0f - y : y;
	float product = small > 0.5f ? fma(-x, x, 1.0f) : small * (2.0f - small);
	float w = -__nv_logf(product);
	float near = fma(x, inverse_near(w), x);
	float far = small > 0.0f ? inverse_far(square_root(w)) : F32_INFINITY;
	float result = with_sign(w < 5.0f ? near : far, x);
	return small >= 0.0f ? result : F32_NAN;
}

// 0 is added so that the median is +0.
AW_API float __nv_normcdfinvf(float p) { return fma(-0x1.6a09e6p0f, __nv_erfcinvf(2.0f * p), 0.0f); }
