// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic with a named rounding mode, conversions, reinterpretations, and the fast single-precision
// functions (CUDA Math API, "Single Precision Intrinsics", "Double Precision Intrinsics", "Type
// Casting Intrinsics").  Suffixes: _rn to nearest even, _rz towards zero, _ru up, _rd down.
//
// Nearly all are the device library's __nv_... of the same name.
#ifndef AW_DEVICE_ARITHMETIC_H
#define AW_DEVICE_ARITHMETIC_H

#define AW_DEVICE __device__ static inline

#define AW_FORWARD(result, name, type) \
	AW_DEVICE result __##name(type a) { return __nv_##name(a); }
#define AW_FORWARD2(result, name, type) \
	AW_DEVICE result __##name(type a, type b) { return __nv_##name(a, b); }
#define AW_FORWARD3(result, name, type) \
	AW_DEVICE result __##name(type a, type b, type c) { return __nv_##name(a, b, c); }

// The same in the four rounding modes.
#define AW_ROUNDED(FORWARD, result, name, type) \
	FORWARD(result, name##_rn, type) \
	FORWARD(result, name##_rz, type) \
	FORWARD(result, name##_ru, type) \
	FORWARD(result, name##_rd, type)

// --- arithmetic that is never contracted ---

AW_ROUNDED(AW_FORWARD2, float, fadd, float)
AW_ROUNDED(AW_FORWARD2, float, fsub, float)
AW_ROUNDED(AW_FORWARD2, float, fmul, float)
AW_ROUNDED(AW_FORWARD2, float, fdiv, float)
AW_ROUNDED(AW_FORWARD3, float, fmaf, float)
AW_ROUNDED(AW_FORWARD3, float, fmaf_ieee, float)
AW_ROUNDED(AW_FORWARD, float, frcp, float)
AW_ROUNDED(AW_FORWARD, float, fsqrt, float)
AW_FORWARD(float, frsqrt_rn, float)

AW_ROUNDED(AW_FORWARD2, double, dadd, double)
AW_ROUNDED(AW_FORWARD2, double, dsub, double)
AW_ROUNDED(AW_FORWARD2, double, dmul, double)
AW_ROUNDED(AW_FORWARD2, double, ddiv, double)
AW_ROUNDED(AW_FORWARD3, double, fma, double)
AW_ROUNDED(AW_FORWARD, double, drcp, double)
AW_ROUNDED(AW_FORWARD, double, dsqrt, double)

// Two at once.  Templates, since programs for processors that lack them define functions of these names.
#define AW_PAIR2(result, name, kind) \
	template <int = 0> AW_DEVICE result __##name##2_##kind(result a, result b) \
	{ \
		return { __nv_##name##_##kind(a.x, b.x), __nv_##name##_##kind(a.y, b.y) }; \
	}
#define AW_PAIR3(result, name, kind) \
	template <int = 0> AW_DEVICE result __ffma2_##kind(result a, result b, result c) \
	{ \
		return { __nv_##name##_##kind(a.x, b.x, c.x), __nv_##name##_##kind(a.y, b.y, c.y) }; \
	}
#define AW_PAIRS(FORWARD, name) \
	FORWARD(float2, name, rn) \
	FORWARD(float2, name, rz) \
	FORWARD(float2, name, ru) \
	FORWARD(float2, name, rd)
AW_PAIRS(AW_PAIR2, fadd)
AW_PAIRS(AW_PAIR2, fmul)
AW_PAIRS(AW_PAIR3, fmaf)
#undef AW_PAIR2
#undef AW_PAIR3
#undef AW_PAIRS

// --- conversions ---

AW_ROUNDED(AW_FORWARD, int, float2int, float)
AW_ROUNDED(AW_FORWARD, unsigned int, float2uint, float)
AW_ROUNDED(AW_FORWARD, long long, float2ll, float)
AW_ROUNDED(AW_FORWARD, unsigned long long, float2ull, float)
AW_ROUNDED(AW_FORWARD, int, double2int, double)
AW_ROUNDED(AW_FORWARD, unsigned int, double2uint, double)
AW_ROUNDED(AW_FORWARD, long long, double2ll, double)
AW_ROUNDED(AW_FORWARD, unsigned long long, double2ull, double)
AW_ROUNDED(AW_FORWARD, float, double2float, double)

AW_ROUNDED(AW_FORWARD, float, int2float, int)
AW_ROUNDED(AW_FORWARD, float, uint2float, unsigned int)
AW_ROUNDED(AW_FORWARD, float, ll2float, long long)
AW_ROUNDED(AW_FORWARD, float, ull2float, unsigned long long)
AW_ROUNDED(AW_FORWARD, double, ll2double, long long)
AW_ROUNDED(AW_FORWARD, double, ull2double, unsigned long long)
AW_FORWARD(double, int2double_rn, int)
AW_FORWARD(double, uint2double_rn, unsigned int)

// --- the same bits as another type ---

#define AW_BITS(result, name, type) \
	AW_DEVICE result __##name(type a) { return __builtin_bit_cast(result, a); }
AW_BITS(int, float_as_int, float)
AW_BITS(unsigned int, float_as_uint, float)
AW_BITS(float, int_as_float, int)
AW_BITS(float, uint_as_float, unsigned int)
AW_BITS(long long, double_as_longlong, double)
AW_BITS(double, longlong_as_double, long long)
#undef AW_BITS

AW_DEVICE int __double2hiint(double a) { return (int)(__double_as_longlong(a) >> 32); }
AW_DEVICE int __double2loint(double a) { return (int)__double_as_longlong(a); }
AW_DEVICE double __hiloint2double(int high, int low) {
	return __longlong_as_double((long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}

// --- classification, as the C library spells it inside of its macros ---

AW_DEVICE int __finite(double a) { return __builtin_isfinite(a); }
AW_DEVICE int __finitef(float a) { return __builtin_isfinite(a); }
AW_DEVICE int __isfinited(double a) { return __builtin_isfinite(a); }
AW_DEVICE int __isinf(double a) { return __builtin_isinf(a); }
AW_DEVICE int __isinff(float a) { return __builtin_isinf(a); }
AW_DEVICE int __isnan(double a) { return __builtin_isnan(a); }
AW_DEVICE int __isnanf(float a) { return __builtin_isnan(a); }
AW_DEVICE int __signbit(double a) { return (int)((unsigned long long)__double_as_longlong(a) >> 63); }
AW_DEVICE int __signbitd(double a) { return __signbit(a); }
AW_DEVICE int __signbitf(float a) { return (int)(__float_as_uint(a) >> 31); }

// --- fast functions: less exact than the plain ones (CUDA C++ Programming Guide, 16.2) ---

#define AW_FAST(name) \
	AW_DEVICE float __##name(float a) { return __nv_fast_##name(a); }
AW_FAST(sinf)
AW_FAST(cosf)
AW_FAST(tanf)
AW_FAST(expf)
AW_FAST(exp10f)
AW_FAST(logf)
AW_FAST(log2f)
AW_FAST(log10f)
#undef AW_FAST
AW_DEVICE void __sincosf(float a, float *sine, float *cosine) { __nv_fast_sincosf(a, sine, cosine); }
AW_DEVICE float __powf(float base, float exponent) { return __nv_fast_powf(base, exponent); }
AW_DEVICE float __fdividef(float a, float b) { return __nv_fast_fdividef(a, b); }
AW_DEVICE float __tanhf(float a) {
	float tangent;
	asm("tanh.approx.f32 %0, %1;" : "=f"(tangent) : "f"(a));
	return tangent;
}
// Into [0, 1]; NaN becomes 0.
AW_FORWARD(float, saturatef, float)

#undef AW_ROUNDED
#undef AW_FORWARD3
#undef AW_FORWARD2
#undef AW_FORWARD
#undef AW_DEVICE

#endif
