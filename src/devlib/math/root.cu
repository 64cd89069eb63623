// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Square roots, lengths of vectors and their reciprocals, for float and double.
// An infinite component makes a length infinite even beside a NaN, as hypot of C99 has it.
#include "root.h"

// The greatest magnitude; NaN is passed over.
template <typename T> AW_INLINE T greatest(T x) { return absolute(x); }
template <typename T, typename... R> AW_INLINE T greatest(T x, R... rest)
{
	T other = greatest((T)rest...);
	return absolute(x) > other || is_nan(other) ? absolute(x) : other;
}

template <typename T> AW_INLINE sum_of_squares<T> squares_of(T scale, T x)
{
	auto square = two_product(x * scale, x * scale);
	return { square.high, square.low };
}
template <typename T, typename... R> AW_INLINE sum_of_squares<T> squares_of(T scale, T x, R... rest)
{
	return with_square(squares_of(scale, (T)rest...), x * scale);
}

template <typename T, typename... R> AW_INLINE T length(T x, R... rest)
{
	T most = greatest(x, rest...), scale, inverse;
	scale_for(most, &scale, &inverse);
	auto squares = squares_of(scale, x, rest...);
	T result = is_nan(squares.high) ? squares.high : root_of(squares) * inverse;
	return is_inf(most) ? most : result;
}

template <typename T, typename... R> AW_INLINE T inverse_length(T x, R... rest)
{
	T most = greatest(x, rest...), scale, inverse;
	scale_for(most, &scale, &inverse);
	auto squares = squares_of(scale, x, rest...);
	T result = is_nan(squares.high) ? squares.high : inverse_root_of(squares) * scale;
	return is_inf(most) ? T(0) : result;
}

// The sum of squares of V[0] to V[COUNT - 1] over inverse^2, and the greatest magnitude.
template <typename T>
AW_INLINE sum_of_squares<T> squares_of_array(int count, const T *v, T *most, T *scale, T *inverse)
{
	*most = 0;
	for (int i = 0; i < count; i++)
		*most = greatest(*most, v[i]);
	scale_for(*most, scale, inverse);
	sum_of_squares<T> squares = { 0, 0 };
	for (int i = 0; i < count; i++)
		squares = with_square(squares, v[i] * *scale);
	return squares;
}

template <typename T> AW_INLINE T length_of_array(int count, const T *v)
{
	T most, scale, inverse;
	auto squares = squares_of_array(count, v, &most, &scale, &inverse);
	T result = is_nan(squares.high) ? squares.high : root_of(squares) * inverse;
	return is_inf(most) ? most : result;
}

template <typename T> AW_INLINE T inverse_length_of_array(int count, const T *v)
{
	T most, scale, inverse;
	auto squares = squares_of_array(count, v, &most, &scale, &inverse);
	T result = is_nan(squares.high) ? squares.high : inverse_root_of(squares) * scale;
	return is_inf(most) ? T(0) : result;
}

// 1 / sqrt(x) with one Newton step; 0, infinity, NaN and negative numbers come right without it.
template <typename T> AW_INLINE T inverse_square_root(T x, T tiny, T up, T root_of_up)
{
	bool small = x < tiny;
	T raised = small ? x * up : x;
	T y = T(1) / square_root(raised);
	auto product = two_product(raised, y);
	T rest = fma(-product.high, y, T(1)) - product.low * y;
	T better = fma(T(0.5) * y, rest, y);
	return (is_inf(y) || y == T(0) ? y : better) * (small ? root_of_up : T(1));
}

AW_API float __nv_sqrtf(float x) { return square_root(x); }
AW_API double __nv_sqrt(double x) { return square_root(x); }

AW_API float __nv_rsqrtf(float x) { return 1.f / square_root(x); }
AW_API double __nv_rsqrt(double x) { return inverse_square_root(x, 0x1p-900, 0x1p200, 0x1p100); }

AW_API float __nv_hypotf(float x, float y) { return length(x, y); }
AW_API double __nv_hypot(double x, double y) { return length(x, y); }
AW_API float __nv_rhypotf(float x, float y) { return inverse_length(x, y); }
AW_API double __nv_rhypot(double x, double y) { return inverse_length(x, y); }

AW_API float __nv_norm3df(float x, float y, float z) { return length(x, y, z); }
AW_API double __nv_norm3d(double x, double y, double z) { return length(x, y, z); }
AW_API float __nv_rnorm3df(float x, float y, float z) { return inverse_length(x, y, z); }
AW_API double __nv_rnorm3d(double x, double y, double z) { return inverse_length(x, y, z); }

AW_API float __nv_norm4df(float x, float y, float z, float w) { return length(x, y, z, w); }
AW_API double __nv_norm4d(double x, double y, double z, double w) { return length(x, y, z, w); }
AW_API float __nv_rnorm4df(float x, float y, float z, float w) { return inverse_length(x, y, z, w); }
AW_API double __nv_rnorm4d(double x, double y, double z, double w) { return inverse_length(x, y, z, w); }

AW_API float __nv_normf(int count, const float *v) { return length_of_array(count, v); }
AW_API double __nv_norm(int count, const double *v) { return length_of_array(count, v); }
AW_API float __nv_rnormf(int count, const float *v) { return inverse_length_of_array(count, v); }
AW_API double __nv_rnorm(int count, const double *v) { return inverse_length_of_array(count, v); }
