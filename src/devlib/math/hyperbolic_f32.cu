// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic functions of float by exponentials, near zero by polynomials, and their inverses by
// ln(1 + u), which keeps small results exact.
#include "exp_f32.h"
#include "log_f32.h"

AW_API float __nv_sinhf(float x)
{
	float a = absolute(x), square = a * a;
	// (sinh x - x) / x^3 as a function of x^2 in [0, 1]; relative error 2^-25.
	float p = horner(square, 0x1.720e84p-19f, 0x1.a036dap-13f, 0x1.1110c4p-7f, 0x1.555556p-3f);
	float half_exp = f32_exp_shifted(at_most(a, 91.f), -1);
	float result = a < 1.f ? fma(a * square, p, a) : half_exp - 0.25f / half_exp;
	return with_sign(result, x);
}

AW_API float __nv_coshf(float x)
{
	float half_exp = f32_exp_shifted(at_most(absolute(x), 91.f), -1);
	return half_exp + 0.25f / half_exp;
}

AW_API float __nv_tanhf(float x)
{
	float a = absolute(x), square = a * a;
	// (tanh x - x) / x^3 as a function of x^2 in [0, 0.31]; relative error 2^-24.
	float p = horner(square, -0x1.ad3f08p-8f, 0x1.5c8f8ap-6f, -0x1.b992aep-5f, 0x1.110fb2p-3f, -0x1.555554p-2f);
	float outer = 1.f - 2.f / (f32_exp_shifted(at_most(2.f * a, 40.f), 0) + 1.f);
	return with_sign(a < 0.55f ? fma(a * square, p, a) : outer, x);
}

// ln(1 + u) + ln 2 where TWICE, u >= 0.
AW_INLINE float log1p_of(float u, bool twice)
{
	f32_split parts = f32_log1p_split(u);
	parts.e += twice ? 1.f : 0.f;
	return u < F32_INFINITY ? f32_log_join(parts) : u;
}

// asinh x = ln(1 + x + x^2 / (1 + sqrt(1 + x^2))), for great x ln(2 x).
AW_API float __nv_asinhf(float x)
{
	float a = absolute(x), square = a * a;
	bool great = a > 0x1p30f;
	float u = a + square / (1.f + square_root(square + 1.f));
	return with_sign(log1p_of(great ? a : u, great), x);
}

// acosh x = ln(1 + t + sqrt(t (x + 1))) with t = x - 1, for great x ln(2 x).
AW_API float __nv_acoshf(float x)
{
	bool great = x > 0x1p30f;
	float t = x - 1.f;
	float result = log1p_of(great ? x : t + square_root(t * (x + 1.f)), great);
	return x < 1.f ? F32_NAN : result;
}

// atanh x = ln(1 + 2 x / (1 - x)) / 2.
AW_API float __nv_atanhf(float x)
{
	float a = absolute(x);
	float result = 0.5f * log1p_of(2.f * a / (1.f - a), false);
	return a > 1.f ? F32_NAN : with_sign(result, x);
}
