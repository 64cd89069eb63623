// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding in a named direction without a change of the floating-point environment: an operation is
// done in round-to-nearest, the sign of its error is found by an error-free transformation, and the
// result moves one unit when it lies on the wrong side of the exact value.
#ifndef AW_DEVLIB_MATH_DIRECTED_H
#define AW_DEVLIB_MATH_DIRECTED_H

#include "scaling.h"

enum direction { NEAREST, ZERO, DOWN, UP };

// The exact result is VALUE + ERROR, where only the sign of ERROR counts and |ERROR| is less than a
// unit; NaN stands for no error.
template <direction D, typename T, typename E> AW_INLINE T directed(T value, E error)
{
	bool down = error < 0 && (D == DOWN || (D == ZERO && value > 0));
	bool up = error > 0 && (D == UP || (D == ZERO && value < 0));
	return down || up ? neighbour(value, up) : value;
}

// A double as a float.
template <direction D> AW_INLINE float narrow(double x)
{
	float nearest = (float)x;
	return directed<D>(nearest, x - (double)nearest);
}

// The sum, also that of zeros and that of opposite numbers, which is -0 when rounding down.  With the
// larger operand first, the error term can't overflow when the sum doesn't.
template <direction D, typename T> AW_INLINE T add(T a, T b)
{
	T sum = a + b;
	if (D == NEAREST)
		return sum;
	bool overflowed = is_inf(sum) && !is_inf(a) && !is_inf(b);
	bool swapped = absolute(a) < absolute(b);
	T error = overflowed ? -sum : (swapped ? a : b) - (sum - (swapped ? b : a));
	T zero = is_negative(a) || is_negative(b) ? (T)-0.0 : (T)0.0;
	return D == DOWN && sum == 0 ? zero : directed<D>(sum, error);
}

#endif
