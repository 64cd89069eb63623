// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmod, remainder and remquo for float and double, without an error.  With |x| = a 2^i and |y| = b 2^j,
// a and b in [1, 2), this is long division of a by b, as many quotient bits at a time as a floating
// point number holds: the truncated quotient is at most one too great, and fma gives the exact rest.
#include "elementary.h"

AW_INLINE float truncated(float x) { return __builtin_truncf(x); }
AW_INLINE double truncated(double x) { return __builtin_trunc(x); }

// REST, in units of 2^EXPONENT, is what is left of |x| when |y|, DIVISOR of these units, was taken
// off QUOTIENT times (modulo 2^64).
template <typename T> struct division {
	T rest, divisor;
	i32 exponent;
	u64 quotient;
};

// Divides |x| by |y|; |x| may also have an exponent one less than that of |y|.
template <typename T> AW_INLINE division<T> divide(T x, T y)
{
	const i32 step = sizeof(T) == 4 ? 23 : 52;
	binary_parts<T> a = binary_parts_of(x), b = binary_parts_of(y);
	i32 left = a.exponent - b.exponent;
	T rest = left < 0 ? T(0.5) * a.mantissa : a.mantissa;
	u64 quotient = rest >= b.mantissa;
	rest -= quotient ? b.mantissa : T(0);
	while (left > 0) {
		i32 count = at_most(left, step);
		rest *= exp2i<T>(count);
		T q = truncated(rest / b.mantissa);
		rest = fma(-q, b.mantissa, rest);
		bool too_great = rest < T(0);
		rest += too_great ? b.mantissa : T(0);
		quotient = (quotient << count) + (u64)q - too_great;
		left -= count;
	}
	return { rest, b.mantissa, b.exponent, quotient };
}

// Whether there is no remainder of x by y.
template <typename T> AW_INLINE bool has_none(T x, T y)
{
	return is_nan(x) || is_nan(y) || is_inf(x) || y == T(0);
}

// NaN where there is no remainder, x where it is the remainder itself, else RESULT.
template <typename T> AW_INLINE T with_special(T x, T y, T result)
{
	T plain = x == T(0) || is_inf(y) ? x : result;
	return has_none(x, y) ? T(F32_NAN) : plain;
}

template <typename T> AW_INLINE T modulo(T x, T y)
{
	division<T> d = divide(x, y);
	T result = absolute(x) < absolute(y) ? absolute(x) : scaled(d.rest, d.exponent);
	return with_special(x, y, with_sign(result, x));
}

// The quotient rounded to nearest, ties to even; of the quotient 31 bits, with its sign.
template <typename T> AW_INLINE T nearest_remainder(T x, T y, i32 *quotient)
{
	division<T> d = divide(x, y);
	bool small = binary_parts_of(x).exponent < binary_parts_of(y).exponent - 1;
	T twice = d.rest + d.rest;
	bool up = twice > d.divisor || (twice == d.divisor && (d.quotient & 1));
	T rest = scaled(up ? d.rest - d.divisor : d.rest, d.exponent);
	T result = small ? x : negated_if(rest, is_negative(x));
	bool divided = !small && !has_none(x, y) && x != T(0) && !is_inf(y);
	i32 count = divided ? (i32)((d.quotient + up) & 0x7fffffff) : 0;
	*quotient = is_negative(x) != is_negative(y) ? -count : count;
	return with_special(x, y, result);
}

AW_API float __nv_fmodf(float x, float y) { return modulo(x, y); }
AW_API double __nv_fmod(double x, double y) { return modulo(x, y); }

AW_API float __nv_remquof(float x, float y, int *quotient) { return nearest_remainder(x, y, quotient); }
AW_API double __nv_remquo(double x, double y, int *quotient) { return nearest_remainder(x, y, quotient); }

AW_API float __nv_remainderf(float x, float y)
{
	i32 quotient;
	return nearest_remainder(x, y, &quotient);
}

AW_API double __nv_remainder(double x, double y)
{
	i32 quotient;
	return nearest_remainder(x, y, &quotient);
}
