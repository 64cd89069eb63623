// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logarithm of float numbers in pieces: x = 2^e (1 + f) with 1 + f in [2/3, 4/3).
#ifndef AW_DEVLIB_LOG_F32_H
#define AW_DEVLIB_LOG_F32_H

#include "elementary.h"

struct f32_split {
	float e, f;
	float f_low; // 1 + f + f_low is meant
};

// x > 0 and finite; others give some numbers.
AW_INLINE f32_split f32_log_split(float x)
{
	bool tiny = x < 0x1p-126f;
	u32 bits = bits_of(tiny ? x * 0x1p23f : x) - 0x3f2aaaab;
	float e = (float)((i32)bits >> 23) - (tiny ? 23.f : 0.f);
	return { e, f32_from_bits((bits & 0x7fffff) + 0x3f2aaaab) - 1.f, 0.f };
}

// The same for 1 + x, x > -1 and finite.
AW_INLINE f32_split f32_log1p_split(float x)
{
	f32_pair sum = two_sum(1.f, x);
	u32 bits = bits_of(sum.high) - 0x3f2aaaab;
	i32 e = (i32)bits >> 23;
	float f = f32_from_bits((bits & 0x7fffff) + 0x3f2aaaab) - 1.f;
	float low = sum.low * f32_exp2i(-at_most(e, 100));
	// x itself is more exact than 1 + x where no exponent is taken out of it.
	return e == 0 ? f32_split{ 0.f, x, 0.f } : f32_split{ (float)e, f, fma(-f, low, low) };
}

// (ln(1 + f) - f) / f^2 on [-1/3, 1/3]; relative error minimal.
AW_INLINE float f32_log_poly(float f)
{
	return horner(f, -0x1.012632p-3f, 0x1.19b0e6p-3f, -0x1.f62d52p-4f, 0x1.1fd6bcp-3f, -0x1.5581d2p-3f,
	              0x1.99bfdep-3f, -0x1.ffff88p-3f, 0x1.55552cp-2f, -0.5f);
}

// e ln 2 + ln(1 + f + f_low).  The two great terms are added without an error: e ln 2 may nearly cancel f.
AW_INLINE float f32_log_join(f32_split x)
{
	f32_pair sum = fast_two_sum(x.e * 0x1.62e4p-1f, x.f);
	float rest = fma(x.f * x.f, f32_log_poly(x.f), sum.low + x.f_low);
	return sum.high + fma(x.e, 0x1.7f7d1cp-20f, rest);
}

// The result for x > 0 and finite, else what logarithms are there: -infinity at 0, NaN below.
AW_INLINE float f32_log_special(float x, float result)
{
	float outside = x == 0.f ? -F32_INFINITY : F32_NAN;
	return x > 0.f ? (x < F32_INFINITY ? result : x) : outside;
}

#endif
