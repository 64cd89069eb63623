// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last step of exponential functions, in functions of its own: the compiler has another body for them where the
// processor has an instruction (target/scaling.c).
#include "scaling.h"

template <typename T> AW_INLINE T in_two_steps(T x, i32 n)
{
	i32 half = n >> 1;
	return x * exp2i<T>(half) * exp2i<T>(n - half);
}

AW_API __attribute__((noinline)) float __aw_scaled_f32(float x, i32 n) { return in_two_steps(x, n); }
AW_API __attribute__((noinline)) double __aw_scaled_f64(double x, i32 n) { return in_two_steps(x, n); }

AW_API __attribute__((noinline)) float __aw_scaled_by_f32(float x, float, i32 n) { return in_two_steps(x, n); }
AW_API __attribute__((noinline)) double __aw_scaled_by_f64(double x, double, i32 n) { return in_two_steps(x, n); }
