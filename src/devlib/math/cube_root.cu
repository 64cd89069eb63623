// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cube roots of float and double: |x| = 2^(3 k) m with m in [1, 8); r near m^(-1/3) by a polynomial in the
// mantissa and one step of Halley's iteration; then a Newton step for the root wanted, whose residual
// is computed with fma.
#include "elementary.h"

template <typename T> struct cube_split {
	T m, r; // r is m^(-1/3) to 40 bits, or as exact as T is
	i32 k;
};

template <typename T> AW_INLINE cube_split<T> split_cube(T x)
{
	binary_parts<T> parts = binary_parts_of(x);
	i32 e = parts.exponent;
	// Division by 3 rounded down, of a number made positive.
	i32 k = ((e + 1536) * 43691 >> 17) - 512, rest = e - 3 * k;
	// m^(-1/3) on [1, 2]; relative error 2^-14.7; then times 2^(-rest / 3).
	T m = parts.mantissa;
	T r = horner(m, T(0x1.d47154p-6f), T(-0x1.c519b2p-3f), T(0x1.641702p-1f), T(-0x1.2c4234p0f),
	             T(0x1.ab85acp0f));
	r *= rest == 0 ? T(1) : rest == 1 ? T(0x1.965fea53d6e3dp-1) : T(0x1.428a2f98d728bp-1);
	m *= rest == 0 ? T(1) : rest == 1 ? T(2) : T(4);
	T residual = fma(-m * r * r, r, T(1));
	T step = residual * fma(residual, T(0x1.c71c72p-3f), T(0x1.5555555555555p-2));
	return { m, fma(r, step, r), k };
}

// The root itself where it is 0, infinite or NaN.
template <typename T> AW_INLINE bool is_own_root(T x) { return x == T(0) || !(absolute(x) < infinity(x)); }

template <typename T> AW_INLINE T cube_root(T x)
{
	cube_split<T> s = split_cube(x);
	T y = s.m * s.r * s.r;
	pair_of<T> square = two_product(y, y);
	T residual = fma(square.low, y, fma(square.high, y, -s.m));
	T result = fma(residual, T(-0x1.5555555555555p-2) * s.r * s.r, y) * exp2i<T>(s.k);
	return is_own_root(x) ? x : with_sign(result, x);
}

template <typename T> AW_INLINE T inverse_cube_root(T x)
{
	cube_split<T> s = split_cube(x);
	pair_of<T> square = two_product(s.r, s.r), cube = two_product(s.m, square.high);
	T low = fma(s.m, square.low, cube.low);
	T residual = fma(-cube.high, s.r, T(1)) - low * s.r;
	T result = fma(residual, T(0x1.5555555555555p-2) * s.r, s.r) * exp2i<T>(-s.k);
	return is_own_root(x) ? T(1) / x : with_sign(result, x);
}

AW_API float __nv_cbrtf(float x) { return cube_root(x); }
AW_API double __nv_cbrt(double x) { return cube_root(x); }

AW_API float __nv_rcbrtf(float x) { return inverse_cube_root(x); }
AW_API double __nv_rcbrt(double x) { return inverse_cube_root(x); }
