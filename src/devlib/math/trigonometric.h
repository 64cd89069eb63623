// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sine and cosine after the reduction of the argument, |r| <= pi/4.
#ifndef AW_DEVLIB_TRIGONOMETRIC_H
#define AW_DEVLIB_TRIGONOMETRIC_H

#include "elementary.h"

// (sin r - r) / r^3 as a function of r^2; relative error 2^-25 and 2^-53.
AW_INLINE float sine_poly(float square)
{
	return horner(square, 0x1.877908p-19f, -0x1.a08314p-13f, 0x1.111198p-7f, -0x1.555556p-3f);
}

AW_INLINE double sine_poly(double square)
{
	return horner(square, 0x1.5e10c280dd2a6p-33, -0x1.ae601e9137511p-26, 0x1.71de37af35646p-19,
	              -0x1.a01a019e9f08cp-13, 0x1.1111111110c7ap-7, -0x1.5555555555555p-3);
}

// (cos r - 1) / r^2 as a function of r^2; the relative error of the cosine is 2^-30 and 2^-60.
AW_INLINE float cosine_poly(float square)
{
	return horner(square, 0x1.99e912p-16f, -0x1.6c0c2ap-10f, 0x1.55554ap-5f, -0.5f);
}

AW_INLINE double cosine_poly(double square)
{
	return horner(square, -0x1.90737ce56792ep-37, 0x1.1eeb57c9019b8p-29, -0x1.27e4fa02dc336p-22,
	              0x1.a01a019f38357p-16, -0x1.6c16c16c168cap-10, 0x1.5555555555555p-5, -0.5);
}

// Sine and cosine of x, |x| = r.high + r.low + q pi/2.
template <typename T, typename P> AW_INLINE void sine_and_cosine(T x, P r, i32 q, T *s, T *c)
{
	T square = r.high * r.high;
	T sin_r = r.high + fma(r.high * square, sine_poly(square), r.low);
	T cos_r = T(1) + fma(square, cosine_poly(square), -r.high * r.low);
	*s = negated_if(q & 1 ? cos_r : sin_r, ((u32)q >> 1 & 1) ^ is_negative(x));
	*c = negated_if(q & 1 ? sin_r : cos_r, (u32)(q + 1) >> 1 & 1);
}

#endif
