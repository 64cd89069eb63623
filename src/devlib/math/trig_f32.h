// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sine and cosine of float after the reduction of the argument.
#ifndef AW_DEVLIB_TRIG_F32_H
#define AW_DEVLIB_TRIG_F32_H

#include "elementary.h"

// sin r, |r| <= pi/4: (sin r - r) / r^3 as a function of r^2; relative error 2^-25.
AW_INLINE float sine(float r)
{
	float square = r * r;
	float p = horner(square, 0x1.877908p-19f, -0x1.a08314p-13f, 0x1.111198p-7f, -0x1.555556p-3f);
	return fma(r * square, p, r);
}

// cos r, |r| <= pi/4, as a function of r^2; relative error minimal.
AW_INLINE float cosine(float r)
{
	return horner(r * r, 0x1.99e912p-16f, -0x1.6c0c2ap-10f, 0x1.55554ap-5f, -0.5f, 1.f);
}

// Sine and cosine of an angle r + q pi/2 whose sign was taken off.
AW_INLINE void sine_and_cosine(float x, float r, i32 q, float *s, float *c)
{
	float sin_r = sine(r), cos_r = cosine(r);
	*s = negated_if(q & 1 ? cos_r : sin_r, ((u32)q >> 1 & 1) ^ is_negative(x));
	*c = negated_if(q & 1 ? sin_r : cos_r, (u32)(q + 1) >> 1 & 1);
}

#endif
