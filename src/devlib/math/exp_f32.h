// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exponential function of float numbers before its last step, for all that is built on it.
#ifndef AW_DEVLIB_EXP_F32_H
#define AW_DEVLIB_EXP_F32_H

#include "elementary.h"

// x = n ln 2 + r with |r| <= ln 2 / 2.  ln 2 is split so that n times its high part is exact and so is
// the first difference (Cody and Waite).
AW_INLINE float f32_exp_reduce(float x, i32 *n)
{
	float k = nearest(x * 0x1.715476p0f, n);
	return fma(k, 0x1.05c61p-29f, fma(k, -0x1.62e43p-1f, x));
}

// e^r, |r| <= ln 2 / 2; relative error 2^-28.
AW_INLINE float f32_exp_poly(float r)
{
	return horner(r, 0x1.685148p-10f, 0x1.123bd8p-7f, 0x1.555b98p-5f, 0x1.55548ep-3f, 0x1.fffff8p-2f, 1.f,
	              1.f);
}

// 2^r, |r| <= 1/2; relative error 2^-28.
AW_INLINE float f32_exp2_poly(float r)
{
	return horner(r, 0x1.3f9068p-13f, 0x1.5f0a66p-10f, 0x1.3b30bp-7f, 0x1.c6af78p-5f, 0x1.ebfbd8p-3f,
	              0x1.62e43p-1f, 1.f);
}

// e^x 2^shift, for x from -110 to 100.
AW_INLINE float f32_exp_shifted(float x, i32 shift)
{
	i32 n;
	float r = f32_exp_reduce(x, &n);
	return scaled(f32_exp_poly(r), n + shift);
}

#endif
