// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signs, classes, minima, neighbours of floating-point numbers.
#include "scaling.h"

AW_API float __nv_fabsf(float x) { return absolute(x); }
AW_API double __nv_fabs(double x) { return absolute(x); }
AW_API float __nv_copysignf(float x, float sign) { return with_sign(x, sign); }
AW_API double __nv_copysign(double x, double sign) { return with_sign(x, sign); }
AW_API int __nv_signbitf(float x) { return is_negative(x); }
AW_API int __nv_signbitd(double x) { return is_negative(x); }
AW_API int __nv_isnanf(float x) { return is_nan(x); }
AW_API int __nv_isnand(double x) { return is_nan(x); }
AW_API int __nv_isinff(float x) { return is_inf(x); }
AW_API int __nv_isinfd(double x) { return is_inf(x); }
AW_API int __nv_finitef(float x) { return is_finite(x); }
AW_API int __nv_isfinited(double x) { return is_finite(x); }

// Numbers that compare equal have the same bits, but for zeros: -0 counts as less than 0, as in PTX.
template <typename T> AW_INLINE T least(T a, T b)
{
	T result = a < b ? a : b;
	result = a == b ? __builtin_bit_cast(T, bits_of(a) | bits_of(b)) : result;
	return is_nan(b) ? a : is_nan(a) ? b : result;
}

template <typename T> AW_INLINE T greatest(T a, T b)
{
	T result = a > b ? a : b;
	result = a == b ? __builtin_bit_cast(T, bits_of(a) & bits_of(b)) : result;
	return is_nan(b) ? a : is_nan(a) ? b : result;
}

AW_API float __nv_fminf(float a, float b) { return least(a, b); }
AW_API double __nv_fmin(double a, double b) { return least(a, b); }
AW_API float __nv_fmaxf(float a, float b) { return greatest(a, b); }
AW_API double __nv_fmax(double a, double b) { return greatest(a, b); }
AW_API float __nv_fdimf(float a, float b) { return a <= b ? 0.0f : a - b; }
AW_API double __nv_fdim(double a, double b) { return a <= b ? 0.0 : a - b; }

// To [0, 1]; NaN becomes 0.
AW_API float __nv_saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }

template <typename T> AW_INLINE T next_toward(T x, T y)
{
	T next = x == y ? y : neighbour(x, x < y);
	return is_nan(x) || is_nan(y) ? x + y : next;
}

AW_API float __nv_nextafterf(float x, float y) { return next_toward(x, y); }
AW_API double __nv_nextafter(double x, double y) { return next_toward(x, y); }

// The number that a tag spells: decimal, octal after 0, hexadecimal after 0x; 0 when it is none.
static AW_DEVICE u64 tag_value(const signed char *tag)
{
	u64 value = 0;
	u32 base = 10;
	if (*tag == '0') {
		tag++;
		bool hexadecimal = (*tag | 32) == 'x';
		base = hexadecimal ? 16 : 8;
		tag += hexadecimal;
	}
	for (; *tag; tag++) {
		u32 letter = (u32)(*tag | 32), digit = letter >= 'a' ? letter - 'a' + 10 : (u32)*tag - '0';
		if (digit >= base)
			return 0;
		value = value * base + digit;
	}
	return value;
}

AW_API float __nv_nanf(const signed char *tag)
{
	return f32_from_bits(0x7fc00000 | ((u32)tag_value(tag) & 0x3fffff));
}

AW_API double __nv_nan(const signed char *tag)
{
	return f64_from_bits(0x7ff8000000000000 | (tag_value(tag) & 0x7ffffffffffff));
}
