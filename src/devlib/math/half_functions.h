// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of one format of 16 bits (include/anywarp/half_operations.h), its mathematical functions and its
// atomic addition.  Who includes this defines what that file asks for.
#include "../../../include/anywarp/half_operations.h"

AW_API u16 AW_NAME(__aw_ceil)(u16 x) { return AW_NARROW(__builtin_ceilf(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_floor)(u16 x) { return AW_NARROW(__builtin_floorf(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_trunc)(u16 x) { return AW_NARROW(__builtin_truncf(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_rint)(u16 x) { return AW_NARROW(round_even(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_sqrt)(u16 x) { return AW_NARROW(square_root(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_rcp)(u16 x) { return AW_NARROW(1.0f / AW_WIDEN(x)); }
AW_API u16 AW_NAME(__aw_rsqrt)(u16 x) { return AW_NARROW(1.0f / square_root(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_log2)(u16 x) { return AW_NARROW(__nv_log2f(AW_WIDEN(x))); }
AW_API u16 AW_NAME(__aw_tanh)(u16 x) { return AW_NARROW(__nv_tanhf(AW_WIDEN(x))); }

#define AW_ABOVE(number) result += x == number;
#define AW_BELOW(number) result -= x == number;
// Rounded by way of float, which gives what an H100 does, the exact result's rounding, but for these numbers (all compared).
#define AW_TWICE_ROUNDED(word, function, exceptions) \
	AW_API u16 AW_NAME(__aw_##word)(u16 x) \
	{ \
		u16 result = AW_NARROW(function(AW_WIDEN(x))); \
		exceptions(AW_ABOVE, AW_BELOW) \
		return result; \
	}
AW_TWICE_ROUNDED(exp, __nv_expf, AW_EXP_EXCEPTIONS)
AW_TWICE_ROUNDED(exp2, __nv_exp2f, AW_EXP2_EXCEPTIONS)
AW_TWICE_ROUNDED(exp10, __nv_exp10f, AW_EXP10_EXCEPTIONS)
AW_TWICE_ROUNDED(log, __nv_logf, AW_LOG_EXCEPTIONS)
AW_TWICE_ROUNDED(log10, __nv_log10f, AW_LOG10_EXCEPTIONS)
AW_TWICE_ROUNDED(sin, __nv_sinf, AW_SIN_EXCEPTIONS)
AW_TWICE_ROUNDED(cos, __nv_cosf, AW_COS_EXCEPTIONS)
#undef AW_TWICE_ROUNDED

// The hardware's approximation, bit for bit (all numbers compared with an H100): its result of 32 bits, which has 11 good ones, is cut.
// Small numbers are their own tangents, large ones have 1; of the others the exact tangent's bits are right but for these numbers.
AW_API u16 AW_NAME(__aw_tanh_approx)(u16 x)
{
	u16 sign = x & 0x8000;
	x &= 0x7fff;
	float tangent = __nv_tanhf(AW_WIDEN(x));
	u16 result = AW_NARROW(tangent);
	result -= AW_WIDEN(result) > tangent;
	AW_TANH_EXCEPTIONS(AW_ABOVE, AW_BELOW)
	if (x <= AW_TANH_SMALL)
		result = x;
	if (x >= AW_TANH_LARGE)
		result = AW_NARROW(1.0f);
	return x > AW_INFINITE ? 0x7fff : result | sign;
}
#undef AW_ABOVE
#undef AW_BELOW

// --- atomic addition: the word that holds the number is exchanged until nobody came between ---

AW_API u32 AW_PAIR(__aw_atomic_add)(u32 *address, u32 value)
{
	u32 old = *(volatile u32 *)address;
	while (!__atomic_compare_exchange_n(address, &old, AW_PAIR(__aw_add)(old, value), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return old;
}

AW_API u16 AW_NAME(__aw_atomic_add)(u16 *address, u16 value)
{
	u16 old = *(volatile u16 *)address;
	while (!__atomic_compare_exchange_n(address, &old, AW_NAME(__aw_add)(old, value), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return old;
}
