// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding to integers, and splitting numbers into parts.
#include "scaling.h"

AW_API float __nv_floorf(float x) { return __builtin_floorf(x); }
AW_API double __nv_floor(double x) { return __builtin_floor(x); }
AW_API float __nv_ceilf(float x) { return __builtin_ceilf(x); }
AW_API double __nv_ceil(double x) { return __builtin_ceil(x); }
AW_API float __nv_truncf(float x) { return __builtin_truncf(x); }
AW_API double __nv_trunc(double x) { return __builtin_trunc(x); }
AW_API float __nv_rintf(float x) { return round_even(x); }
AW_API double __nv_rint(double x) { return round_even(x); }
AW_API float __nv_nearbyintf(float x) { return round_even(x); }
AW_API double __nv_nearbyint(double x) { return round_even(x); }

// Ties away from zero.  x - trunc(x) is exact.
AW_API float __nv_roundf(float x)
{
	float whole = __builtin_truncf(x);
	float rounded = absolute(x - whole) >= 0.5f ? whole + with_sign(1.0f, x) : whole;
	return with_sign(rounded, x);
}

AW_API double __nv_round(double x)
{
	double whole = __builtin_trunc(x);
	double rounded = absolute(x - whole) >= 0.5 ? whole + with_sign(1.0, x) : whole;
	return with_sign(rounded, x);
}

// The conversions saturate, see conversion.cu.
AW_API i64 __nv_llrintf(float x) { return __nv_float2ll_rn(x); }
AW_API i64 __nv_llrint(double x) { return __nv_double2ll_rn(x); }
AW_API i64 __nv_llroundf(float x) { return __nv_float2ll_rz(__nv_roundf(x)); }
AW_API i64 __nv_llround(double x) { return __nv_double2ll_rz(__nv_round(x)); }

AW_API float __nv_modff(float x, float *whole)
{
	float part = __builtin_truncf(x);
	*whole = part;
	return with_sign(is_inf(x) ? 0.0f : x - part, x);
}

AW_API double __nv_modf(double x, double *whole)
{
	double part = __builtin_trunc(x);
	*whole = part;
	return with_sign(is_inf(x) ? 0.0 : x - part, x);
}

template <typename T> AW_INLINE T split(T x, int *exponent)
{
	normalized<T> n = normalize(x);
	bool special = is_zero_or_not_finite(x);
	*exponent = special ? 0 : exponent_field(n.value) - layout_of<T>::bias + 1 - n.shift;
	return special ? x + x : with_exponent(n.value, layout_of<T>::bias - 1);
}

AW_API float __nv_frexpf(float x, int *exponent) { return split(x, exponent); }
AW_API double __nv_frexp(double x, int *exponent) { return split(x, exponent); }

AW_API float __nv_ldexpf(float x, int n) { return scale(x, n); }
AW_API double __nv_ldexp(double x, int n) { return scale(x, n); }
AW_API float __nv_scalbnf(float x, int n) { return scale(x, n); }
AW_API double __nv_scalbn(double x, int n) { return scale(x, n); }

// What a factor beyond these makes of any number, they make of it, too.
AW_INLINE int factor_of(long n) { return n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n; }
AW_API float __nv_scalblnf(float x, long n) { return scale(x, factor_of(n)); }
AW_API double __nv_scalbln(double x, long n) { return scale(x, factor_of(n)); }

// ilogb gives INT_MIN for 0 and NaN and INT_MAX for infinities.
template <typename T> AW_INLINE int exponent_or_limit(T x)
{
	int limit = is_inf(x) ? 0x7fffffff : -0x7fffffff - 1;
	return is_zero_or_not_finite(x) ? limit : exponent_of(x);
}

AW_API int __nv_ilogbf(float x) { return exponent_or_limit(x); }
AW_API int __nv_ilogb(double x) { return exponent_or_limit(x); }

AW_API float __nv_logbf(float x)
{
	float special = x == 0 ? -F32_INFINITY : x * x;
	return is_zero_or_not_finite(x) ? special : (float)exponent_of(x);
}

AW_API double __nv_logb(double x)
{
	double special = x == 0 ? -F64_INFINITY : x * x;
	return is_zero_or_not_finite(x) ? special : (double)exponent_of(x);
}
