// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers of float: x^y = 2^(y log2 |x|), with the logarithm in two numbers, since its error grows by
// the factor of the exponent.  log2(m) = 2 / ln 2 (s + s^3 / 3 + s^5 R(s^2)) with s = (m - 1) / (m + 1).
#include "exp_f32.h"
#include "log_f32.h"

// (m - 1) / (m + 1) for m = 1 + f, in two parts.
AW_INLINE f32_pair quotient(float f)
{
	f32_pair divisor = fast_two_sum(2.f, f);
	float reciprocal = 1.f / divisor.high;
	float q = f * reciprocal;
	float rest = fma(-q, divisor.low, fma(-q, divisor.high, f));
	return { q, rest * reciprocal };
}

// log2 x for x > 0 and finite; relative error about 2^-34.
AW_INLINE f32_pair log2_pair(float x)
{
	f32_split parts = f32_log_split(x);
	f32_pair s = quotient(parts.f);
	f32_pair square = two_product(s.high, s.high);
	square.low = fma(2.f * s.high, s.low, square.low);
	// (atanh(s) - s - s^3 / 3) / s^5 as a function of s^2 in [0, 1/25]; relative error 2^-20.
	float r = horner(square.high, 0x1.de6ec6p-4f, 0x1.2464cp-3f, 0x1.9999b4p-3f);
	f32_pair c = fast_two_sum(0x1.555556p-2f, square.high * r);
	c.low -= 0x1.555556p-27f;
	// w = s^2 c, then s + s w.
	f32_pair w = two_product(square.high, c.high);
	w.low = fma(square.high, c.low, fma(square.low, c.high, w.low));
	f32_pair cubic = two_product(s.high, w.high);
	cubic.low = fma(s.high, w.low, fma(s.low, w.high, cubic.low));
	f32_pair sum = fast_two_sum(s.high, cubic.high);
	sum.low += cubic.low + s.low;
	f32_pair log = two_product(sum.high, 0x1.715476p1f);
	log.low = fma(sum.low, 0x1.715476p1f, fma(sum.high, 0x1.4ae0cp-25f, log.low));
	f32_pair result = fast_two_sum(parts.e, log.high);
	return fast_two_sum(result.high, result.low + log.low);
}

// |x|^(y + y_low), without a look at NaN and at 1.
AW_INLINE float power_of_magnitude(float x, float y, float y_low)
{
	f32_pair log = log2_pair(x);
	log.high = x == 0.f ? -F32_INFINITY : x == F32_INFINITY ? x : log.high;
	float product = y * log.high;
	float low = fma(y, log.high, -product) + fma(y_low, log.high, y * log.low);
	i32 n;
	float k = nearest(at_most(at_least(product, -160.f), 160.f), &n);
	float result = scaled(f32_exp2_poly((product - k) + low), n);
	result = product > 130.f ? F32_INFINITY : result;
	return product < -152.f ? 0.f : result;
}

AW_API float __nv_powf(float x, float y)
{
	float magnitude = absolute(x), half = 0.5f * y;
	bool whole = round_even(y) == y, odd = whole && round_even(half) != half;
	float result = power_of_magnitude(magnitude, y, 0.f);
	result = negated_if(result, odd && is_negative(x));
	result = x < 0.f && !whole && magnitude < F32_INFINITY ? F32_NAN : result;
	result = is_nan(x) || is_nan(y) ? x + y : result;
	return x == 1.f || y == 0.f || (magnitude == 1.f && is_inf(y)) ? 1.f : result;
}

// n is taken in two parts, as a float doesn't hold every int.
AW_API float __nv_powif(float x, int n)
{
	float y = (float)(n & ~0xfff), y_low = (float)(n & 0xfff);
	f32_pair exponent = fast_two_sum(y, y_low);
	float result = power_of_magnitude(absolute(x), exponent.high, exponent.low);
	result = negated_if(result, (u32)n & is_negative(x));
	result = is_nan(x) ? x : result;
	return n == 0 ? 1.f : result;
}
