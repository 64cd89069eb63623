// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logarithms of float and double.
#include "logarithm.h"

template <typename T> AW_INLINE T log1p(T x)
{
	T result = with_log_special(x + T(1), log_join(log1p_split(x, T(0))));
	return x == T(0) ? x : result;
}

// The logarithm to another base: e (unit_high + unit_low) + ln(1 + f) (factor_high + factor_low), where e
// times unit_high is exact, and f times the factor is kept in two parts.
template <typename T> struct log_base {
	T unit_high, unit_low, factor_high, factor_low;
};

template <typename T> AW_INLINE T log_to_base(T x, log_base<T> base)
{
	log_parts<T> parts = log_split(x);
	pair_of<T> first = two_product(parts.f, base.factor_high);
	pair_of<T> sum = fast_two_sum(parts.e * base.unit_high, first.high);
	T low = fma(parts.f, base.factor_low, first.low) + sum.low;
	T rest = fma(log_tail(parts.f, T(0)), base.factor_high, low);
	return with_log_special(x, sum.high + fma(parts.e, base.unit_low, rest));
}

// With few instructions: e ln 2 in one part errs by less than a tenth of the result's last place, and 0x7f800000 and above are
// infinity, NaN and all negative numbers.
AW_API float __nv_logf(float x)
{
	using c = log_constants<float>;
	bool tiny = x < c::least_normal;
	float normal = tiny ? x * c::raise : x;
	u32 bits = bits_of(normal), exponent = (bits - 0x3f2aaaab) & 0xff800000;
	float e = fma((float)(i32)exponent, 0x1p-23f, tiny ? -c::raised : 0.f), f = f32_from_bits(bits - exponent) - 1.f;
	float result = fma(e, 0x1.62e43p-1f, fma(f, f * log_tail_poly(f), f));
	result = bits >= 0x7f800000 ? fma(normal, F32_INFINITY, F32_INFINITY) : result;
	return normal == 0.f ? -F32_INFINITY : result;
}

AW_API double __nv_log(double x) { return with_log_special(x, log_join(log_split(x))); }

AW_API float __nv_log1pf(float x) { return log1p(x); }
AW_API double __nv_log1p(double x) { return log1p(x); }

AW_API float __nv_log2f(float x)
{
	return log_to_base<float>(x, { 1.f, 0.f, 0x1.715476p0f, 0x1.4ae0cp-26f });
}

AW_API double __nv_log2(double x)
{
	return log_to_base<double>(x, { 1., 0., 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56 });
}

AW_API float __nv_log10f(float x)
{
	return log_to_base<float>(x, { 0x1.344p-2f, 0x1.3509f8p-18f, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f });
}

AW_API double __nv_log10(double x)
{
	return log_to_base<double>(x, { 0x1.34413509f8p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b1526e50ep-2,
	                                0x1.95355baaafad3p-57 });
}
