// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between integers, floats, doubles and halves in the four rounding modes, and the views
// of a number's bits.  As PTX's cvt does, a conversion to an integer saturates; NaN becomes 0 where a
// float goes to 32 bits and the highest bit alone elsewhere (PTX ISA, "cvt").
#include "directed.h"

template <direction D, typename T> AW_INLINE T to_whole(T x)
{
	if constexpr (sizeof(T) == 4)
		return D == NEAREST ? round_even(x) : D == ZERO ? __builtin_truncf(x) :
		       D == DOWN ? __builtin_floorf(x) : __builtin_ceilf(x);
	else
		return D == NEAREST ? round_even(x) : D == ZERO ? __builtin_trunc(x) :
		       D == DOWN ? __builtin_floor(x) : __builtin_ceil(x);
}

template <typename I> struct limits_of;
template <> struct limits_of<i32> {
	static constexpr i32 least = -0x7fffffff - 1, greatest = 0x7fffffff;
	static constexpr float above = 0x1p31f;
};
template <> struct limits_of<u32> {
	static constexpr u32 least = 0, greatest = 0xffffffff;
	static constexpr float above = 0x1p32f;
};
template <> struct limits_of<i64> {
	static constexpr i64 least = -0x7fffffffffffffff - 1, greatest = 0x7fffffffffffffff;
	static constexpr float above = 0x1p63f;
};
template <> struct limits_of<u64> {
	static constexpr u64 least = 0, greatest = 0xffffffffffffffff;
	static constexpr float above = 0x1p64f;
};

template <direction D, typename I, typename T> AW_INLINE I to_integer(T x)
{
	typedef limits_of<I> limits;
	T whole = to_whole<D>(x);
	bool fits = whole > (T)limits::least && whole < (T)limits::above;
	I limit = whole > 0 ? limits::greatest : limits::least;
	I nan = sizeof(T) + sizeof(I) == 8 ? (I)0 : (I)((I)1 << (sizeof(I) * 8 - 1));
	I result = fits ? (I)(fits ? whole : (T)0) : limit;
	return is_nan(x) ? nan : result;
}

// The leading bits of x that fit in T convert exactly; a bit lost moves the result away from 0 by one
// unit when UP.
template <typename T> AW_INLINE T magnitude_to(u64 x, bool up)
{
	int spare = 63 - layout_of<T>::fraction - (x ? __builtin_clzll(x) : 64);
	u64 lost = spare > 0 ? ((u64)1 << spare) - 1 : 0;
	T cut = (T)(x & ~lost);
	return up && (x & lost) ? neighbour(cut, true) : cut;
}

template <direction D, typename T> AW_INLINE T from_unsigned(u64 x)
{
	return D == NEAREST ? (T)x : magnitude_to<T>(x, D == UP);
}

template <direction D, typename T> AW_INLINE T from_signed(i64 x)
{
	if (D == NEAREST)
		return (T)x;
	bool negative = x < 0;
	T result = magnitude_to<T>(negative ? 0 - (u64)x : (u64)x, D == (negative ? DOWN : UP));
	return negative ? -result : result;
}

#define IN_MODE(suffix, mode) \
	AW_API int __nv_float2int_##suffix(float x) { return to_integer<mode, i32>(x); } \
	AW_API u32 __nv_float2uint_##suffix(float x) { return to_integer<mode, u32>(x); } \
	AW_API i64 __nv_float2ll_##suffix(float x) { return to_integer<mode, i64>(x); } \
	AW_API u64 __nv_float2ull_##suffix(float x) { return to_integer<mode, u64>(x); } \
	AW_API int __nv_double2int_##suffix(double x) { return to_integer<mode, i32>(x); } \
	AW_API u32 __nv_double2uint_##suffix(double x) { return to_integer<mode, u32>(x); } \
	AW_API i64 __nv_double2ll_##suffix(double x) { return to_integer<mode, i64>(x); } \
	AW_API u64 __nv_double2ull_##suffix(double x) { return to_integer<mode, u64>(x); } \
	AW_API float __nv_int2float_##suffix(int x) { return from_signed<mode, float>(x); } \
	AW_API float __nv_uint2float_##suffix(u32 x) { return from_unsigned<mode, float>(x); } \
	AW_API float __nv_ll2float_##suffix(i64 x) { return from_signed<mode, float>(x); } \
	AW_API float __nv_ull2float_##suffix(u64 x) { return from_unsigned<mode, float>(x); } \
	AW_API double __nv_ll2double_##suffix(i64 x) { return from_signed<mode, double>(x); } \
	AW_API double __nv_ull2double_##suffix(u64 x) { return from_unsigned<mode, double>(x); } \
	AW_API float __nv_double2float_##suffix(double x) { return narrow<mode>(x); }

IN_MODE(rn, NEAREST)
IN_MODE(rz, ZERO)
IN_MODE(rd, DOWN)
IN_MODE(ru, UP)

AW_API double __nv_int2double_rn(int x) { return x; }
AW_API double __nv_uint2double_rn(u32 x) { return x; }

AW_API u16 __nv_float2half_rn(float x)
{
	return is_nan(x) ? (u16)0x7fff : __builtin_bit_cast(u16, (_Float16)x);
}

AW_API float __nv_half2float(u16 x)
{
	float value = (float)__builtin_bit_cast(_Float16, x);
	return is_nan(value) ? f32_from_bits(0x7fffffff) : value;
}

AW_API int __nv_float_as_int(float x) { return (int)bits_of(x); }
AW_API u32 __nv_float_as_uint(float x) { return bits_of(x); }
AW_API float __nv_int_as_float(int x) { return f32_from_bits((u32)x); }
AW_API float __nv_uint_as_float(u32 x) { return f32_from_bits(x); }
AW_API u64 __nv_double_as_longlong(double x) { return bits_of(x); }
AW_API double __nv_longlong_as_double(i64 x) { return f64_from_bits((u64)x); }
AW_API int __nv_double2hiint(double x) { return (int)(bits_of(x) >> 32); }
AW_API int __nv_double2loint(double x) { return (int)(u32)bits_of(x); }
AW_API double __nv_hiloint2double(int high, int low) { return f64_from_bits((u64)(u32)high << 32 | (u32)low); }
