// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers of float and double: x^y = 2^(y log2 |x|), with the logarithm in two numbers, since its error
// grows by the factor of the exponent.  log2(m) = 2 / ln 2 (s + s^3 / 3 + s^5 R(s^2)), s = (m - 1) / (m + 1).
#include "exponential.h"
#include "logarithm.h"

template <typename T> struct power_constants;

// A power of two above OVERFLOW is infinite, one below UNDERFLOW is 0.
template <> struct power_constants<float> {
	static constexpr float third_high = 0x1.555556p-2f, third_low = -0x1.555556p-27f;
	static constexpr float factor_high = 0x1.715476p1f, factor_low = 0x1.4ae0cp-25f;
	static constexpr float overflow = 129.f, underflow = -152.f;
};

template <> struct power_constants<double> {
	static constexpr double third_high = 0x1.5555555555555p-2, third_low = 0x1.5555555555555p-56;
	static constexpr double factor_high = 0x1.71547652b82fep1, factor_low = 0x1.777d0ffda0d24p-55;
	static constexpr double overflow = 1025., underflow = -1077.;
};

// R(s^2), relative error 2^-20 and 2^-50.
AW_INLINE float atanh_rest(float square)
{
	return horner(square, 0x1.de6ec6p-4f, 0x1.2464cp-3f, 0x1.9999b4p-3f);
}

AW_INLINE double atanh_rest(double square)
{
	return horner(square, 0x1.08830ef638a09p-4, 0x1.1017b756e761ap-4, 0x1.3b18c19bb06c2p-4,
	              0x1.745d09cb276a7p-4, 0x1.c71c71d835427p-4, 0x1.249249248e312p-3, 0x1.999999999999fp-3);
}

// The product of two sums; |low| parts multiplied with each other don't count.
template <typename P> AW_INLINE P multiplied(P a, P b)
{
	P product = two_product(a.high, b.high);
	return { product.high, fma(a.high, b.low, fma(a.low, b.high, product.low)) };
}

// f / (2 + f) in two parts.
template <typename T> AW_INLINE pair_of<T> log_quotient(T f)
{
	pair_of<T> divisor = fast_two_sum(T(2), f);
	T reciprocal = T(1) / divisor.high, q = f * reciprocal;
	T rest = fma(-q, divisor.low, fma(-q, divisor.high, f));
	return { q, rest * reciprocal };
}

// log2 x for x > 0 and finite; relative error about 2^-34 and 2^-65.
template <typename T> AW_INLINE pair_of<T> log2_pair(T x)
{
	using c = power_constants<T>;
	log_parts<T> parts = log_split(x);
	pair_of<T> s = log_quotient(parts.f), square = multiplied(s, s);
	pair_of<T> series = fast_two_sum(c::third_high, square.high * atanh_rest(square.high));
	series.low += c::third_low;
	pair_of<T> cubic = multiplied(s, multiplied(square, series));
	pair_of<T> sum = fast_two_sum(s.high, cubic.high);
	sum.low += cubic.low + s.low;
	pair_of<T> log = multiplied(sum, pair_of<T>{ c::factor_high, c::factor_low });
	pair_of<T> result = fast_two_sum(parts.e, log.high);
	return fast_two_sum(result.high, result.low + log.low);
}

// |x|^(y + y_low), without a look at NaN and at 1.
template <typename T> AW_INLINE T power_of_magnitude(T x, T y, T y_low)
{
	using c = power_constants<T>;
	pair_of<T> log = log2_pair(x);
	log.high = x == T(0) ? -infinity(x) : x == infinity(x) ? x : log.high;
	T product = y * log.high;
	T low = fma(y, log.high, -product) + fma(y_low, log.high, y * log.low);
	i32 n;
	T k = nearest(at_most(at_least(product, c::underflow), c::overflow), &n);
	T result = scaled_by(exp2_poly((product - k) + low), k, n);
	result = product >= c::overflow ? infinity(x) : result;
	return product <= c::underflow ? T(0) : result;
}

template <typename T> AW_INLINE T power(T x, T y)
{
	T magnitude = absolute(x), half = T(0.5) * y;
	bool whole = round_even(y) == y, odd = whole && round_even(half) != half;
	T result = power_of_magnitude(magnitude, y, T(0));
	result = negated_if(result, odd && is_negative(x));
	result = x < T(0) && !whole && magnitude < infinity(x) ? T(F32_NAN) : result;
	result = is_nan(x) || is_nan(y) ? x + y : result;
	return x == T(1) || y == T(0) || (magnitude == T(1) && is_inf(y)) ? T(1) : result;
}

// n is taken in two parts, as a float doesn't hold every int.
template <typename T> AW_INLINE T integer_power(T x, i32 n)
{
	pair_of<T> y = fast_two_sum((T)(n & ~0xfff), (T)(n & 0xfff));
	T result = negated_if(power_of_magnitude(absolute(x), y.high, y.low), (u32)n & is_negative(x));
	result = is_nan(x) ? x : result;
	return n == 0 ? T(1) : result;
}

AW_API float __nv_powf(float x, float y) { return power(x, y); }
AW_API double __nv_pow(double x, double y) { return power(x, y); }

AW_API float __nv_powif(float x, int n) { return integer_power(x, n); }
AW_API double __nv_powi(double x, int n) { return integer_power(x, n); }
