// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cube roots of float: |x| = 2^(3 k) m with m in [1, 8); r near m^(-1/3) by a polynomial in the
// mantissa and one Newton step, then one more step for the root wanted, whose residual is computed by fma.
#include "elementary.h"

struct cube_split {
	float m, r; // r is m^(-1/3) to about 2^-28 before rounding
	i32 k;
};

AW_INLINE cube_split split_cube(float x)
{
	float a = absolute(x);
	bool tiny = a < 0x1p-126f;
	u32 bits = bits_of(tiny ? a * 0x1p24f : a);
	i32 exponent = (i32)(bits >> 23) - 127 + 129;  // a multiple of 3 added, so that it is positive
	i32 k = exponent * 43691 >> 17, rest = exponent - 3 * k;
	float m1 = f32_from_bits((bits & 0x7fffff) | 0x3f800000);
	// m^(-1/3) on [1, 2]; relative error 2^-14.7.
	float r = horner(m1, 0x1.d47154p-6f, -0x1.c519b2p-3f, 0x1.641702p-1f, -0x1.2c4234p0f, 0x1.ab85acp0f);
	r *= rest == 0 ? 1.f : rest == 1 ? 0x1.965feap-1f : 0x1.428a3p-1f;
	float m = m1 * (rest == 0 ? 1.f : rest == 1 ? 2.f : 4.f);
	float residual = fma(-m * r * r, r, 1.f);
	return { m, fma(r * 0x1.555556p-2f, residual, r), k - 43 - (tiny ? 8 : 0) };
}

AW_API float __nv_cbrtf(float x)
{
	cube_split s = split_cube(x);
	float y = s.m * s.r * s.r;
	f32_pair square = two_product(y, y);
	float residual = fma(square.low, y, fma(square.high, y, -s.m));
	float result = fma(residual, -0x1.555556p-2f * s.r * s.r, y) * f32_exp2i(s.k);
	return x == 0.f || !(absolute(x) < F32_INFINITY) ? x : with_sign(result, x);
}

AW_API float __nv_rcbrtf(float x)
{
	cube_split s = split_cube(x);
	f32_pair square = two_product(s.r, s.r);
	f32_pair cube = two_product(s.m, square.high);
	float low = fma(s.m, square.low, cube.low);
	float residual = fma(-cube.high, s.r, 1.f) - low * s.r;
	float result = with_sign(fma(residual, 0x1.555556p-2f * s.r, s.r) * f32_exp2i(-s.k), x);
	return x == 0.f || !(absolute(x) < F32_INFINITY) ? 1.f / x : result;
}
