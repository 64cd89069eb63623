// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logarithms of float: x = 2^e (1 + f); ln(1 + f) is f + f^2 P(f).
#include "log_f32.h"

AW_API float __nv_logf(float x)
{
	return f32_log_special(x, f32_log_join(f32_log_split(x)));
}

AW_API float __nv_log1pf(float x)
{
	float result = f32_log_join(f32_log1p_split(x));
	result = x > -1.f ? (x < F32_INFINITY ? result : x) : x == -1.f ? -F32_INFINITY : F32_NAN;
	return x == 0.f ? x : result;
}

// e + (f + f^2 P(f)) / ln 2, where f / ln 2 is kept in two parts.
AW_API float __nv_log2f(float x)
{
	f32_split parts = f32_log_split(x);
	f32_pair first = two_product(parts.f, 0x1.715476p0f);
	f32_pair sum = fast_two_sum(parts.e, first.high);
	float square = parts.f * parts.f * 0x1.715476p0f;
	float rest = fma(square, f32_log_poly(parts.f), sum.low + fma(parts.f, 0x1.4ae0cp-26f, first.low));
	return f32_log_special(x, sum.high + rest);
}

// e log10(2) + (f + f^2 P(f)) / ln 10; e times the high part of log10(2) is exact.
AW_API float __nv_log10f(float x)
{
	f32_split parts = f32_log_split(x);
	f32_pair first = two_product(parts.f, 0x1.bcb7b2p-2f);
	f32_pair sum = fast_two_sum(parts.e * 0x1.344p-2f, first.high);
	float square = parts.f * parts.f * 0x1.bcb7b2p-2f;
	float rest = fma(square, f32_log_poly(parts.f), sum.low + fma(parts.f, -0x1.5b235ep-27f, first.low));
	return f32_log_special(x, sum.high + fma(parts.e, 0x1.3509f8p-18f, rest));
}
