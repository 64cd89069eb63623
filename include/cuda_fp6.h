/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of 6 bits, each in a byte: E3M2, with 3 bits of exponent and 2 of significand, and E2M3; both without infinity and NaN
 * (CUDA Math API, "FP6 Intrinsics").  They are only converted.
 */
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#include "anywarp/narrow_floats.h"
#include "cuda_fp8.h"

#define __CUDA_FP6_TYPES_EXIST__

/* One, two and four numbers, the first in the lowest bits. */
typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t {
	__NV_E3M2,
	__NV_E2M3
} __nv_fp6_interpretation_t;

#if defined(__cplusplus)

#define AW_HD static __host__ __device__ __inline__ __attribute__((__unused__))

/* --- to 6 bits: ROUNDING is cudaRoundNearest or cudaRoundZero --- */

AW_HD __nv_fp6_storage_t __nv_cvt_float_to_fp6(const float x, const __nv_fp6_interpretation_t format_,
                                               const enum cudaRoundMode rounding)
{
	return (__nv_fp6_storage_t)(format_ == __NV_E3M2 ? __aw_narrow_finite(x, 2, 3, 0x20, rounding)
	                                                : __aw_narrow_finite(x, 3, 1, 0x20, rounding));
}

AW_HD __nv_fp6_storage_t __nv_cvt_double_to_fp6(const double x, const __nv_fp6_interpretation_t format_,
                                                const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_fp6(__aw_round_to_odd(x), format_, rounding);
}

AW_HD __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(const __half_raw x, const __nv_fp6_interpretation_t format_,
                                                 const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_fp6(__half2float(__half(x)), format_, rounding);
}

AW_HD __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(const __nv_bfloat16_raw x, const __nv_fp6_interpretation_t format_,
                                                     const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_fp6(__bfloat162float(__nv_bfloat16(x)), format_, rounding);
}

#define AW_PAIR_TO_FP6(name, type, one) \
	AW_HD __nv_fp6x2_storage_t name(const type x, const __nv_fp6_interpretation_t format_, const enum cudaRoundMode rounding) \
	{ \
		unsigned int low_, high_; \
		one; \
		return (__nv_fp6x2_storage_t)(high_ << 8 | low_); \
	}
AW_PAIR_TO_FP6(__nv_cvt_float2_to_fp6x2, float2, low_ = __nv_cvt_float_to_fp6(x.x, format_, rounding);
               high_ = __nv_cvt_float_to_fp6(x.y, format_, rounding))
AW_PAIR_TO_FP6(__nv_cvt_double2_to_fp6x2, double2, low_ = __nv_cvt_double_to_fp6(x.x, format_, rounding);
               high_ = __nv_cvt_double_to_fp6(x.y, format_, rounding))
AW_PAIR_TO_FP6(__nv_cvt_halfraw2_to_fp6x2, __half2_raw, __half_raw a; a.x = x.x;
               low_ = __nv_cvt_halfraw_to_fp6(a, format_, rounding); a.x = x.y;
               high_ = __nv_cvt_halfraw_to_fp6(a, format_, rounding))
AW_PAIR_TO_FP6(__nv_cvt_bfloat16raw2_to_fp6x2, __nv_bfloat162_raw, __nv_bfloat16_raw a; a.x = x.x;
               low_ = __nv_cvt_bfloat16raw_to_fp6(a, format_, rounding); a.x = x.y;
               high_ = __nv_cvt_bfloat16raw_to_fp6(a, format_, rounding))
#undef AW_PAIR_TO_FP6

/* --- from 6 bits: exact --- */

AW_HD __half_raw __nv_cvt_fp6_to_halfraw(const __nv_fp6_storage_t x, const __nv_fp6_interpretation_t format_)
{
	float wide_ = format_ == __NV_E3M2 ? __aw_widen_finite(x, 2, 3, 0x20) : __aw_widen_finite(x, 3, 1, 0x20);
	return static_cast<__half_raw>(__float2half_rn(wide_));
}

AW_HD __half2_raw __nv_cvt_fp6x2_to_halfraw2(const __nv_fp6x2_storage_t x, const __nv_fp6_interpretation_t format_)
{
	__half2_raw result;
	result.x = __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)x, format_).x;
	result.y = __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)(x >> 8), format_).x;
	return result;
}

/* --- what the classes ask for (narrow_floats.h) --- */

#define AW_FP6_FORMAT(f, format_) \
	AW_HD __nv_fp6_storage_t __aw_to_##f(float x) { return __nv_cvt_float_to_fp6(x, format_, cudaRoundNearest); } \
	AW_HD __nv_fp6_storage_t __aw_to_##f(double x) { return __nv_cvt_double_to_fp6(x, format_, cudaRoundNearest); } \
	AW_HD __nv_fp6_storage_t __aw_to_##f(__half x) { return __aw_to_##f(__half2float(x)); } \
	AW_HD __nv_fp6_storage_t __aw_to_##f(__nv_bfloat16 x) { return __aw_to_##f(__bfloat162float(x)); } \
	AW_HD __half_raw __aw_##f##_to_half(unsigned int x) { return __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)x, format_); } \
	AW_HD float __aw_##f##_to_float(unsigned int x) { return __half2float(__half(__aw_##f##_to_half(x))); }
AW_FP6_FORMAT(e3m2, __NV_E3M2)
AW_FP6_FORMAT(e2m3, __NV_E2M3)
#undef AW_FP6_FORMAT

#undef AW_HD

/* --- classes --- */

#if defined(__CUDA_NO_FP6_CONVERSIONS__)
#define AW_FP6_FROM(...)
#else
#define AW_FP6_FROM(...) __VA_ARGS__
#endif
#if defined(__CUDA_NO_FP6_CONVERSIONS__) || defined(__CUDA_NO_FP6_CONVERSION_OPERATORS__)
#define AW_FP6_TO(...)
#else
#define AW_FP6_TO(...) __VA_ARGS__
#endif
#define AW_FP6_CLASSES(f) \
	struct __attribute__((aligned(1))) __nv_fp6_##f { \
		__nv_fp6_storage_t __x; \
		__nv_fp6_##f() = default; \
		AW_FP6_FROM(AW_NARROW_ONE_FROM(__nv_fp6_##f, f, float)) \
		AW_FP6_TO(AW_NARROW_ONE_TO(f, __aw_##f##_to_float(__x) != 0)) \
	}; \
	struct __attribute__((aligned(2))) __nv_fp6x2_##f { \
		__nv_fp6x2_storage_t __x; \
		__nv_fp6x2_##f() = default; \
		AW_FP6_FROM(AW_NARROW_PAIR_FROM(__nv_fp6x2_##f, f, 8, __nv_fp6x2_storage_t)) \
		AW_FP6_TO(AW_NARROW_PAIR_TO(f, 8)) \
	}; \
	struct __attribute__((aligned(4))) __nv_fp6x4_##f { \
		__nv_fp6x4_storage_t __x; \
		__nv_fp6x4_##f() = default; \
		AW_FP6_FROM(AW_NARROW_FOUR_FROM(__nv_fp6x4_##f, f, 8, __nv_fp6x4_storage_t)) \
		AW_FP6_TO(AW_NARROW_FOUR_TO(f, 8)) \
	};
AW_FP6_CLASSES(e3m2)
AW_FP6_CLASSES(e2m3)

#undef AW_FP6_CLASSES
#undef AW_FP6_TO
#undef AW_FP6_FROM

#endif

#endif
