// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic functions of float and double by (e^x - 1) / 2, which keeps small results exact, and their
// inverses by ln(1 + u), which does the same.
#include "exponential.h"
#include "logarithm.h"

// Below it sinh x, tanh x and x round to the same.
AW_INLINE float linear_limit(float) { return 0x1p-13f; }
AW_INLINE double linear_limit(double) { return 0x1p-28; }

// With h = (e^x - 1) / 2: sinh x = h + h / (2 h + 1).
template <typename T> AW_INLINE T sinh(T x)
{
	T a = absolute(x);
	pair_of<T> h = half_expm1(a);
	T result = h.high + (h.low + h.high / fma(T(2), h.high, T(1)));
	result = a < linear_limit(x) ? a : h.high < infinity(x) ? result : h.high;
	return with_sign(result, x);
}

// cosh x = e^x / 2 + 1 / (4 e^x / 2).
template <typename T> AW_INLINE T cosh(T x)
{
	T half_exp = exp_shifted(absolute(x), -1);
	return half_exp + T(0.25) / half_exp;
}

// With h = (e^2x - 1) / 2: tanh x = h / (h + 1), 1 long before the argument's limit here.
template <typename T> AW_INLINE T tanh(T x)
{
	T a = absolute(x);
	pair_of<T> h = half_expm1(at_most(T(2) * a, T(50)));
	pair_of<T> divisor = two_sum(T(1), h.high);
	T reciprocal = T(1) / divisor.high, q = h.high * reciprocal;
	T rest = fma(-q, divisor.high, h.high) + fma(-q, divisor.low + h.low, h.low);
	return with_sign(a < linear_limit(x) ? a : fma(rest, reciprocal, q), x);
}

// ln(1 + u + u_low) + ln 2 where TWICE, u >= 0.
template <typename T> AW_INLINE T log1p_of(T u, T u_low, bool twice)
{
	log_parts<T> parts = log1p_split(u, u_low);
	parts.e += twice ? T(1) : T(0);
	return u < infinity(u) ? log_join(parts) : u;
}

// asinh x = ln(1 + x + x^2 / (1 + sqrt(1 + x^2))), for great x ln(2 x).
template <typename T> AW_INLINE T asinh(T x)
{
	T a = absolute(x), square = a * a;
	bool great = a > T(0x1p60f);
	T u = a + square / (T(1) + square_root(square + T(1)));
	return with_sign(log1p_of(great ? a : u, T(0), great), x);
}

// acosh x = ln(1 + t + sqrt(t (x + 1))) with t = x - 1, for great x ln(2 x).
template <typename T> AW_INLINE T acosh(T x)
{
	bool great = x > T(0x1p60f);
	T t = x - T(1);
	T result = log1p_of(great ? x : t + square_root(t * (x + T(1))), T(0), great);
	return x < T(1) ? T(F32_NAN) : result;
}

// atanh x = ln(1 + 2 x / (1 - x)) / 2, the quotient in two parts.
template <typename T> AW_INLINE T atanh(T x)
{
	T a = absolute(x);
	pair_of<T> divisor = fast_two_sum(T(1), -a);
	T q = T(2) * a / divisor.high;
	T rest = fma(-q, divisor.low, fma(-q, divisor.high, T(2) * a));
	T result = T(0.5) * log1p_of(q, rest / divisor.high, false);
	return a > T(1) ? T(F32_NAN) : with_sign(result, x);
}

AW_API float __nv_sinhf(float x) { return sinh(x); }
AW_API double __nv_sinh(double x) { return sinh(x); }
AW_API float __nv_coshf(float x) { return cosh(x); }
AW_API double __nv_cosh(double x) { return cosh(x); }
AW_API float __nv_tanhf(float x) { return tanh(x); }
AW_API double __nv_tanh(double x) { return tanh(x); }

AW_API float __nv_asinhf(float x) { return asinh(x); }
AW_API double __nv_asinh(double x) { return asinh(x); }
AW_API float __nv_acoshf(float x) { return acosh(x); }
AW_API double __nv_acosh(double x) { return acosh(x); }
AW_API float __nv_atanhf(float x) { return atanh(x); }
AW_API double __nv_atanh(double x) { return atanh(x); }
