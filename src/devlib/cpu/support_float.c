// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point intrinsics of NVVM (PTX ISA, "Floating Point Instructions").  Approximate ones are
// computed exactly or better than they ask.  The forms with another rounding than to nearest run one
// instruction under that mode (support_rounding.h).  .ftz forms flush subnormal inputs and results to zero.
#include "support.h"
#include "support_rounding.h"

static inline float flushed_f(float x)
{
	return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x;
}

// NAME_rn_f, NAME_rz_f, ... for a binary operation.
#define BINARY_MODE(name, suffix, mode) \
	float aw_cpu_##name##_##suffix##_f(thread *t, float a, float b) \
	{ \
		(void)t; \
		UNDER_MODE(TWO_SINGLES(name), mode, a, IN_REGISTER, b); \
		return a; \
	} \
	double aw_cpu_##name##_##suffix##_d(thread *t, double a, double b) \
	{ \
		(void)t; \
		UNDER_MODE(TWO_DOUBLES(name), mode, a, IN_REGISTER, b); \
		return a; \
	}
#define BINARY_FTZ(name, suffix) \
	float aw_cpu_##name##_##suffix##_ftz_f(thread *t, float a, float b) \
	{ \
		return flushed_f(aw_cpu_##name##_##suffix##_f(t, flushed_f(a), flushed_f(b))); \
	}
#define BINARY(name, operator) \
	float aw_cpu_##name##_rn_f(thread *t, float a, float b) { (void)t; return a operator b; } \
	double aw_cpu_##name##_rn_d(thread *t, double a, double b) { (void)t; return a operator b; } \
	BINARY_MODE(name, rz, TO_ZERO) \
	BINARY_MODE(name, rm, DOWN) \
	BINARY_MODE(name, rp, UP) \
	BINARY_FTZ(name, rn) BINARY_FTZ(name, rz) BINARY_FTZ(name, rm) BINARY_FTZ(name, rp)

BINARY(add, +)
BINARY(mul, *)
BINARY(div, /)

float aw_cpu_div_approx_f(thread *t, float a, float b) { (void)t; return a / b; }
float aw_cpu_div_approx_ftz_f(thread *t, float a, float b) { return aw_cpu_div_rn_ftz_f(t, a, b); }

// --- one operand: reciprocal and square root ---

#define UNARY_MODE(suffix, mode) \
	float aw_cpu_rcp_##suffix##_f(thread *t, float a) { return aw_cpu_div_##suffix##_f(t, 1, a); } \
	double aw_cpu_rcp_##suffix##_d(thread *t, double a) { return aw_cpu_div_##suffix##_d(t, 1, a); } \
	float aw_cpu_rcp_##suffix##_ftz_f(thread *t, float a) { return aw_cpu_div_##suffix##_ftz_f(t, 1, a); } \
	float aw_cpu_sqrt_##suffix##_f(thread *t, float a) \
	{ \
		(void)t; \
		float root = 0; \
		UNDER_MODE(ONE_SINGLE(sqrt), mode, root, IN_REGISTER, a); \
		return root; \
	} \
	double aw_cpu_sqrt_##suffix##_d(thread *t, double a) \
	{ \
		(void)t; \
		double root = 0; \
		UNDER_MODE(ONE_DOUBLE(sqrt), mode, root, IN_REGISTER, a); \
		return root; \
	} \
	float aw_cpu_sqrt_##suffix##_ftz_f(thread *t, float a) { return aw_cpu_sqrt_##suffix##_f(t, flushed_f(a)); }

UNARY_MODE(rn, NEAREST)
UNARY_MODE(rz, TO_ZERO)
UNARY_MODE(rm, DOWN)
UNARY_MODE(rp, UP)

float aw_cpu_sqrt_f(thread *t, float a) { (void)t; return __builtin_sqrtf(a); }
float aw_cpu_sqrt_approx_f(thread *t, float a) { (void)t; return __builtin_sqrtf(a); }
float aw_cpu_sqrt_approx_ftz_f(thread *t, float a) { (void)t; return __builtin_sqrtf(flushed_f(a)); }
float aw_cpu_rcp_approx_ftz_f(thread *t, float a) { return aw_cpu_rcp_rn_ftz_f(t, a); }
double aw_cpu_rcp_approx_ftz_d(thread *t, double a) { (void)t; return 1 / a; }
float aw_cpu_rsqrt_approx_f(thread *t, float a) { (void)t; return (float)(1 / __builtin_sqrt(a)); }
float aw_cpu_rsqrt_approx_ftz_f(thread *t, float a) { return flushed_f(aw_cpu_rsqrt_approx_f(t, flushed_f(a))); }
double aw_cpu_rsqrt_approx_d(thread *t, double a) { (void)t; return 1 / __builtin_sqrt(a); }
double aw_cpu_rsqrt_approx_ftz_d(thread *t, double a) { return aw_cpu_rsqrt_approx_d(t, a); }

// --- fused multiply-add ---

#define FUSED_MODE(suffix, mode) \
	FUSED_FUNCTION float aw_cpu_fma_##suffix##_f(thread *t, float a, float b, float c) \
	{ \
		(void)t; \
		FUSED_UNDER_MODE(FUSED_SINGLE, mode, a, b, c); \
		return a; \
	} \
	FUSED_FUNCTION double aw_cpu_fma_##suffix##_d(thread *t, double a, double b, double c) \
	{ \
		(void)t; \
		FUSED_UNDER_MODE(FUSED_DOUBLE, mode, a, b, c); \
		return a; \
	}
#define FUSED_FTZ(suffix) \
	float aw_cpu_fma_##suffix##_ftz_f(thread *t, float a, float b, float c) \
	{ \
		return flushed_f(aw_cpu_fma_##suffix##_f(t, flushed_f(a), flushed_f(b), flushed_f(c))); \
	}

float aw_cpu_fma_rn_f(thread *t, float a, float b, float c) { (void)t; return __builtin_fmaf(a, b, c); }
double aw_cpu_fma_rn_d(thread *t, double a, double b, double c) { (void)t; return __builtin_fma(a, b, c); }
FUSED_MODE(rz, TO_ZERO)
FUSED_MODE(rm, DOWN)
FUSED_MODE(rp, UP)
FUSED_FTZ(rn) FUSED_FTZ(rz) FUSED_FTZ(rm) FUSED_FTZ(rp)

// --- exact operations on single numbers ---

#define EXACT(name, single, double_) \
	float aw_cpu_##name##_f(thread *t, float a) { (void)t; return single(a); } \
	float aw_cpu_##name##_ftz_f(thread *t, float a) { (void)t; return single(flushed_f(a)); } \
	double aw_cpu_##name##_d(thread *t, double a) { (void)t; return double_(a); }

EXACT(fabs, __builtin_fabsf, __builtin_fabs)
EXACT(floor, __builtin_floorf, __builtin_floor)
EXACT(ceil, __builtin_ceilf, __builtin_ceil)
EXACT(trunc, __builtin_truncf, __builtin_trunc)
EXACT(round, __builtin_rintf, __builtin_rint)

#define EXTREME(name, single, double_) \
	float aw_cpu_##name##_f(thread *t, float a, float b) { (void)t; return single(a, b); } \
	float aw_cpu_##name##_ftz_f(thread *t, float a, float b) { (void)t; return single(flushed_f(a), flushed_f(b)); } \
	float aw_cpu_##name##_nan_f(thread *t, float a, float b) { (void)t; return a != a ? a : b != b ? b : single(a, b); } \
	float aw_cpu_##name##_ftz_nan_f(thread *t, float a, float b) \
	{ \
		return aw_cpu_##name##_nan_f(t, flushed_f(a), flushed_f(b)); \
	} \
	double aw_cpu_##name##_d(thread *t, double a, double b) { (void)t; return double_(a, b); }

EXTREME(fmin, __builtin_fminf, __builtin_fmin)
EXTREME(fmax, __builtin_fmaxf, __builtin_fmax)

// NaN becomes 0.
float aw_cpu_saturate_f(thread *t, float a) { (void)t; return a > 0 ? (a < 1 ? a : 1) : 0; }
float aw_cpu_saturate_ftz_f(thread *t, float a) { return aw_cpu_saturate_f(t, flushed_f(a)); }
double aw_cpu_saturate_d(thread *t, double a) { (void)t; return a > 0 ? (a < 1 ? a : 1) : 0; }

// --- approximate functions, by the C library ---

#define APPROXIMATE(name, single) \
	float aw_cpu_##name##_approx_f(thread *t, float a) { (void)t; return single(a); } \
	float aw_cpu_##name##_approx_ftz_f(thread *t, float a) { (void)t; return flushed_f(single(flushed_f(a))); }

APPROXIMATE(ex2, __builtin_exp2f)
APPROXIMATE(lg2, __builtin_log2f)
APPROXIMATE(sin, __builtin_sinf)
APPROXIMATE(cos, __builtin_cosf)
double aw_cpu_ex2_approx_d(thread *t, double a) { (void)t; return __builtin_exp2(a); }
double aw_cpu_lg2_approx_d(thread *t, double a) { (void)t; return __builtin_log2(a); }
