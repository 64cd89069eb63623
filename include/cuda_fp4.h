/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of 4 bits: E2M1, with 2 bits of exponent and 1 of significand, without infinity and NaN; two are in a byte
 * (CUDA Math API, "FP4 Intrinsics").  They are only converted.
 */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#include "anywarp/narrow_floats.h"
#include "cuda_fp8.h"

#define __CUDA_FP4_TYPES_EXIST__

/* One, two and four numbers, the first in the lowest bits. */
typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t {
	__NV_E2M1
} __nv_fp4_interpretation_t;

#if defined(__cplusplus)

#define AW_HD static __host__ __device__ __inline__ __attribute__((__unused__))

/* --- to 4 bits: ROUNDING is cudaRoundNearest or cudaRoundZero --- */

AW_HD __nv_fp4_storage_t __nv_cvt_float_to_fp4(const float x, const __nv_fp4_interpretation_t format_,
                                               const enum cudaRoundMode rounding)
{
	(void)format_;
	return (__nv_fp4_storage_t)(__aw_narrow_finite(x, 1, 1, 0x8, rounding));
}

AW_HD __nv_fp4_storage_t __nv_cvt_double_to_fp4(const double x, const __nv_fp4_interpretation_t format_,
                                                const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_fp4(__aw_round_to_odd(x), format_, rounding);
}

AW_HD __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(const __half_raw x, const __nv_fp4_interpretation_t format_,
                                                 const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_fp4(__half2float(__half(x)), format_, rounding);
}

AW_HD __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(const __nv_bfloat16_raw x, const __nv_fp4_interpretation_t format_,
                                                     const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_fp4(__bfloat162float(__nv_bfloat16(x)), format_, rounding);
}

#define AW_PAIR_TO_FP4(name, type, one) \
	AW_HD __nv_fp4x2_storage_t name(const type x, const __nv_fp4_interpretation_t format_, const enum cudaRoundMode rounding) \
	{ \
		unsigned int low_, high_; \
		one; \
		return (__nv_fp4x2_storage_t)(high_ << 4 | low_); \
	}
AW_PAIR_TO_FP4(__nv_cvt_float2_to_fp4x2, float2, low_ = __nv_cvt_float_to_fp4(x.x, format_, rounding);
               high_ = __nv_cvt_float_to_fp4(x.y, format_, rounding))
AW_PAIR_TO_FP4(__nv_cvt_double2_to_fp4x2, double2, low_ = __nv_cvt_double_to_fp4(x.x, format_, rounding);
               high_ = __nv_cvt_double_to_fp4(x.y, format_, rounding))
AW_PAIR_TO_FP4(__nv_cvt_halfraw2_to_fp4x2, __half2_raw, __half_raw a; a.x = x.x;
               low_ = __nv_cvt_halfraw_to_fp4(a, format_, rounding); a.x = x.y;
               high_ = __nv_cvt_halfraw_to_fp4(a, format_, rounding))
AW_PAIR_TO_FP4(__nv_cvt_bfloat16raw2_to_fp4x2, __nv_bfloat162_raw, __nv_bfloat16_raw a; a.x = x.x;
               low_ = __nv_cvt_bfloat16raw_to_fp4(a, format_, rounding); a.x = x.y;
               high_ = __nv_cvt_bfloat16raw_to_fp4(a, format_, rounding))
#undef AW_PAIR_TO_FP4

/* --- from 4 bits: exact --- */

AW_HD __half_raw __nv_cvt_fp4_to_halfraw(const __nv_fp4_storage_t x, const __nv_fp4_interpretation_t format_)
{
	(void)format_;
	return static_cast<__half_raw>(__float2half_rn(__aw_widen_finite(x, 1, 1, 0x8)));
}

AW_HD __half2_raw __nv_cvt_fp4x2_to_halfraw2(const __nv_fp4x2_storage_t x, const __nv_fp4_interpretation_t format_)
{
	__half2_raw result;
	result.x = __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)x, format_).x;
	result.y = __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)(x >> 4), format_).x;
	return result;
}

/* --- what the classes ask for (narrow_floats.h) --- */

#define AW_FP4_FORMAT(f, format_) \
	AW_HD __nv_fp4_storage_t __aw_to_##f(float x) { return __nv_cvt_float_to_fp4(x, format_, cudaRoundNearest); } \
	AW_HD __nv_fp4_storage_t __aw_to_##f(double x) { return __nv_cvt_double_to_fp4(x, format_, cudaRoundNearest); } \
	AW_HD __nv_fp4_storage_t __aw_to_##f(__half x) { return __aw_to_##f(__half2float(x)); } \
	AW_HD __nv_fp4_storage_t __aw_to_##f(__nv_bfloat16 x) { return __aw_to_##f(__bfloat162float(x)); } \
	AW_HD __half_raw __aw_##f##_to_half(unsigned int x) { return __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)x, format_); } \
	AW_HD float __aw_##f##_to_float(unsigned int x) { return __half2float(__half(__aw_##f##_to_half(x))); }
AW_FP4_FORMAT(e2m1, __NV_E2M1)
#undef AW_FP4_FORMAT

#undef AW_HD

/* --- classes --- */

#if defined(__CUDA_NO_FP4_CONVERSIONS__)
#define AW_FP4_FROM(...)
#else
#define AW_FP4_FROM(...) __VA_ARGS__
#endif
#if defined(__CUDA_NO_FP4_CONVERSIONS__) || defined(__CUDA_NO_FP4_CONVERSION_OPERATORS__)
#define AW_FP4_TO(...)
#else
#define AW_FP4_TO(...) __VA_ARGS__
#endif
#define AW_FP4_CLASSES(f) \
	struct __attribute__((aligned(1))) __nv_fp4_##f { \
		__nv_fp4_storage_t __x; \
		__nv_fp4_##f() = default; \
		AW_FP4_FROM(AW_NARROW_ONE_FROM(__nv_fp4_##f, f, float)) \
		AW_FP4_TO(AW_NARROW_ONE_TO(f, __aw_##f##_to_float(__x) != 0)) \
	}; \
	struct __attribute__((aligned(1))) __nv_fp4x2_##f { \
		__nv_fp4x2_storage_t __x; \
		__nv_fp4x2_##f() = default; \
		AW_FP4_FROM(AW_NARROW_PAIR_FROM(__nv_fp4x2_##f, f, 4, __nv_fp4x2_storage_t)) \
		AW_FP4_TO(AW_NARROW_PAIR_TO(f, 4)) \
	}; \
	struct __attribute__((aligned(2))) __nv_fp4x4_##f { \
		__nv_fp4x4_storage_t __x; \
		__nv_fp4x4_##f() = default; \
		AW_FP4_FROM(AW_NARROW_FOUR_FROM(__nv_fp4x4_##f, f, 4, __nv_fp4x4_storage_t)) \
		AW_FP4_TO(AW_NARROW_FOUR_TO(f, 4)) \
	};
AW_FP4_CLASSES(e2m1)

#undef AW_FP4_CLASSES
#undef AW_FP4_TO
#undef AW_FP4_FROM

#endif

#endif
