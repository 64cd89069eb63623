// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponents and neighbours: what is alike for float and double, by the layout of the type.
#ifndef AW_DEVLIB_MATH_SCALING_H
#define AW_DEVLIB_MATH_SCALING_H

#include "math_internal.h"

template <typename T> struct layout_of;

template <> struct layout_of<float> {
	typedef u32 bits;
	static constexpr int fraction = 23, bias = 127, exponents = 255;
};

template <> struct layout_of<double> {
	typedef u64 bits;
	static constexpr int fraction = 52, bias = 1023, exponents = 2047;
};

// A number by its parts: an exponent field in [0, exponents] and a fraction with the sign.
template <typename T> AW_INLINE T with_exponent(T x, int field)
{
	typedef layout_of<T> layout;
	typedef typename layout::bits bits;
	bits mask = (bits)layout::exponents << layout::fraction;
	return __builtin_bit_cast(T, (bits_of(x) & ~mask) | (bits)field << layout::fraction);
}

template <typename T> AW_INLINE int exponent_field(T x)
{
	typedef layout_of<T> layout;
	return (int)(bits_of(x) >> layout::fraction) & layout::exponents;
}

// 2^n for n in the range of normal numbers.
template <typename T> AW_INLINE T exp2i(int n) { return with_exponent((T)0, n + layout_of<T>::bias); }

// A finite x other than 0 as a normal number times 2^-shift.
template <typename T> struct normalized {
	T value;
	int shift;
};

template <typename T> AW_INLINE normalized<T> normalize(T x)
{
	constexpr int shift = layout_of<T>::fraction + 1;
	bool small = exponent_field(x) == 0;
	return {small ? x * exp2i<T>(shift) : x, small ? shift : 0};
}

// The exponent of a finite x other than 0: 2^e <= |x| < 2^(e+1).
template <typename T> AW_INLINE int exponent_of(T x)
{
	normalized<T> n = normalize(x);
	return exponent_field(n.value) - layout_of<T>::bias - n.shift;
}

template <typename T> AW_INLINE bool is_zero_or_not_finite(T x)
{
	return x == 0 || !is_finite(x);
}

// x 2^n, rounded once.  A result below the normal numbers is made 2^64 times too large first.
template <typename T> AW_INLINE T scale(T x, int n)
{
	typedef layout_of<T> layout;
	constexpr int limit = 2 * layout::exponents + 200;
	n = n < -limit ? -limit : n > limit ? limit : n;
	normalized<T> part = normalize(x);
	int field = exponent_field(part.value) - part.shift + n;
	bool small = field <= 0;
	int lifted = field < -63 ? 1 : field + 64;
	T result = with_exponent(part.value, small ? lifted : field > layout::exponents - 1 ? 1 : field);
	T huge = with_sign(__builtin_bit_cast(T, (typename layout::bits)layout::exponents << layout::fraction), x);
	result = small ? result * exp2i<T>(-64) : field > layout::exponents - 1 ? huge : result;
	return is_zero_or_not_finite(x) ? x + x : result;
}

// The neighbour of a finite or infinite x above or below it.
template <typename T> AW_INLINE T neighbour(T x, bool above)
{
	typedef typename layout_of<T>::bits bits;
	bits sign = (bits)1 << (sizeof(T) * 8 - 1);
	bits nearest = above ? 1 : sign | 1;
	return __builtin_bit_cast(T, x == 0 ? nearest : bits_of(x) + ((x > 0) == above ? (bits)1 : (bits)-1));
}

#endif
