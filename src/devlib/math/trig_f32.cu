// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trigonometric functions of float.  |x| = q pi/2 + r, |r| <= pi/4, by fused multiply-adds with pi/2 in
// three parts (Cody and Waite), or for great arguments by integers with as many bits of 2/pi as
// count (Payne and Hanek 1983); then polynomials in r, chosen by q.
#include "trig_f32.h"

// Bits of 2/pi after 32 zero bits, computed with integers by Machin's formula.
AW_TABLE u32 two_over_pi[8] = { 0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab };

// 32 bits of the table from bit POSITION on.
AW_INLINE u32 table_bits(u32 position)
{
	u64 both = (u64)two_over_pi[position >> 5] << 32 | two_over_pi[(position >> 5) + 1];
	return (u32)(both << (position & 31) >> 32);
}

// x = m 2^e with a 24-bit integer m.  Bits of 2/pi whose product with x is a multiple of 4 are left out;
// the product with the next 96, modulo 2^96, is x / (2 pi) without its integer part.
AW_INLINE float reduce_great(float x, i32 *quadrant)
{
	u64 m = (bits_of(x) & 0x7fffff) | 0x800000;
	u32 position = at_most(bits_of(x) >> 23, 254u) - 150 - 2 + 32;
	u64 fraction = (m * table_bits(position) << 32) + m * table_bits(position + 32) +
	               (m * table_bits(position + 64) >> 32);
	u64 q = (fraction + (1ull << 61)) >> 62;
	*quadrant = (i32)q;
	i64 rest = (i64)(fraction - (q << 62));
	float high = (float)rest, low = (float)(rest - (i64)high);
	f32_pair r = two_product(high, 0x1.921fb6p-62f);
	return r.high + fma(low, 0x1.921fb6p-62f, fma(high, -0x1.777a5cp-87f, r.low));
}

// r and q for x >= 0; NaN for infinity and NaN.
AW_INLINE float reduce(float x, i32 *quadrant)
{
	float k = nearest(x * 0x1.45f306p-1f, quadrant);
	float r = fma(k, -0x1.84698ap-48f, fma(k, -0x1.4442dp-24f, fma(k, -0x1.921fb4p0f, x)));
	if (x > 0x1p16f)
		r = reduce_great(x, quadrant);
	return x < F32_INFINITY ? r : F32_NAN;
}

AW_API void __nv_sincosf(float x, float *s, float *c)
{
	i32 q;
	float r = reduce(absolute(x), &q);
	sine_and_cosine(x, r, q, s, c);
}

AW_API float __nv_sinf(float x)
{
	float s, c;
	__nv_sincosf(x, &s, &c);
	return s;
}

AW_API float __nv_cosf(float x)
{
	float s, c;
	__nv_sincosf(x, &s, &c);
	return c;
}

AW_API float __nv_tanf(float x)
{
	i32 q;
	float r = reduce(absolute(x), &q), square = r * r;
	// (tan r - r) / r^3 as a function of r^2, |r| <= pi/4; relative error 2^-21.8.
	float p = horner(square, 0x1.0e217ep-7f, 0x1.4eed8ap-8f, 0x1.7b5804p-6f, 0x1.b88a6ep-5f, 0x1.11166p-3f,
	                 0x1.55555p-2f);
	float t = fma(r * square, p, r);
	return negated_if(q & 1 ? -1.f / t : t, is_negative(x));
}

// |x| = q / 2 + r modulo 2, |r| <= 1/4, without an error.
AW_INLINE float reduce_half_turns(float x, i32 *quadrant)
{
	float turn = fma(round_even(0.5f * x), -2.f, x);
	return fma(nearest(2.f * turn, quadrant), -0.5f, turn);
}

// (sin(pi r) - pi r) / r^3, relative error 2^-25.8, and cos(pi r), as functions of r^2, |r| <= 1/4.
// Zeros have the signs of C23: sinpi that of x, cospi a plus.
AW_API void __nv_sincospif(float x, float *s, float *c)
{
	i32 q;
	float r = reduce_half_turns(absolute(x), &q), square = r * r;
	float p = horner(square, 0x1.3f049ap-4f, -0x1.329dfep-1f, 0x1.466b62p1f, -0x1.4abbcep2f);
	float rest = fma(r * square, p, r * -0x1.777a5cp-24f);
	float sin_r = fma(r, 0x1.921fb6p1f, rest);
	float cos_r = horner(square, 0x1.d685ccp-3f, -0x1.55b7dp0f, 0x1.03c1b8p2f, -0x1.3bd3ccp2f, 1.f);
	float result = q & 1 ? cos_r : sin_r;
	*s = negated_if(result, ((u32)q >> 1 & 1 & (result != 0.f)) ^ is_negative(x));
	*c = negated_if(q & 1 ? sin_r : cos_r, (u32)(q + 1) >> 1 & 1) + 0.f;
}

AW_API float __nv_sinpif(float x)
{
	float s, c;
	__nv_sincospif(x, &s, &c);
	return s;
}

AW_API float __nv_cospif(float x)
{
	float s, c;
	__nv_sincospif(x, &s, &c);
	return c;
}
