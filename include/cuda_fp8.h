/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of 8 bits: E4M3, with 4 bits of exponent, 3 of significand, NaN and no infinity, E5M2, the upper
 * half of a half, and E8M0, powers of two (CUDA Math API, "FP8 Intrinsics").  They are only converted.
 */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "anywarp/narrow_floats.h"

#define __CUDA_FP8_TYPES_EXIST__

/* One, two and four numbers, the first in the lowest bits. */
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/* What is too great becomes infinity (NaN in E4M3), or the greatest finite number. */
typedef enum __nv_saturation_t {
	__NV_NOSAT,
	__NV_SATFINITE
} __nv_saturation_t;

typedef enum __nv_fp8_interpretation_t {
	__NV_E4M3,
	__NV_E5M2
} __nv_fp8_interpretation_t;

#if defined(__cplusplus)

#define AW_HD static __host__ __device__ __inline__ __attribute__((__unused__))

/* X to the format of DIGITS bits of significand whose exponents begin at 1 - BIAS and whose greatest number is MOST. */
AW_HD __nv_fp8_storage_t __aw_narrow_fp8(float x, int digits_, int bias_, unsigned int most_, __nv_saturation_t saturate)
{
	unsigned int bits = __aw_bits_of_float(x), sign = bits >> 24 & 0x80, result;
	if ((bits & 0x7fffffff) > 0x7f800000)
		return 0x7f;
	result = __aw_narrow(x, digits_, bias_, true);
	if (result > most_)
		result = saturate == __NV_SATFINITE ? most_ : most_ + 1;
	return (__nv_fp8_storage_t)(sign | result);
}

/* --- to 8 bits --- */

AW_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                                               const __nv_fp8_interpretation_t format_)
{
	return format_ == __NV_E5M2 ? __aw_narrow_fp8(x, 2, 15, 0x7b, saturate) : __aw_narrow_fp8(x, 3, 7, 0x7e, saturate);
}

AW_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                                                const __nv_fp8_interpretation_t format_)
{
	unsigned int bits = __aw_bits_of_float((float)x);
	if (x != x) /* other than float's, keeps what fits of its bits */
		return (__nv_fp8_storage_t)((bits >> 24 & 0x80) | (format_ == __NV_E5M2 ? 0x7e | (bits >> 21 & 1) : 0x7f));
	return __nv_cvt_float_to_fp8(__aw_round_to_odd(x), saturate, format_);
}

AW_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                                                 const __nv_fp8_interpretation_t format_)
{
	return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, format_);
}

AW_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                                                     const __nv_fp8_interpretation_t format_)
{
	return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, format_);
}

#define AW_PAIR_TO_FP8(name, type, one) \
	AW_HD __nv_fp8x2_storage_t name(const type x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format_) \
	{ \
		unsigned int low_, high_; \
		one; \
		return (__nv_fp8x2_storage_t)(high_ << 8 | low_); \
	}
AW_PAIR_TO_FP8(__nv_cvt_float2_to_fp8x2, float2, low_ = __nv_cvt_float_to_fp8(x.x, saturate, format_);
               high_ = __nv_cvt_float_to_fp8(x.y, saturate, format_))
AW_PAIR_TO_FP8(__nv_cvt_double2_to_fp8x2, double2, low_ = __nv_cvt_double_to_fp8(x.x, saturate, format_);
               high_ = __nv_cvt_double_to_fp8(x.y, saturate, format_))
AW_PAIR_TO_FP8(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __half_raw a; a.x = x.x;
               low_ = __nv_cvt_halfraw_to_fp8(a, saturate, format_); a.x = x.y;
               high_ = __nv_cvt_halfraw_to_fp8(a, saturate, format_))
AW_PAIR_TO_FP8(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_bfloat16_raw a; a.x = x.x;
               low_ = __nv_cvt_bfloat16raw_to_fp8(a, saturate, format_); a.x = x.y;
               high_ = __nv_cvt_bfloat16raw_to_fp8(a, saturate, format_))
#undef AW_PAIR_TO_FP8

/* --- from 8 bits: exact --- */

AW_HD __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t format_)
{
	__half_raw result;
	unsigned int sign = (unsigned int)(x & 0x80) << 8, magnitude_ = x & 0x7f;
	if (format_ == __NV_E5M2)
		result.x = (unsigned short)(magnitude_ > 0x7c ? 0x7fff : sign | magnitude_ << 8);
	else if (magnitude_ == 0x7f)
		result.x = 0x7fff;
	else if (magnitude_ >= 8)
		result.x = (unsigned short)(sign | ((magnitude_ << 7) + 0x2000));
	else /* a multiple of 2^-9 */
		result.x = (unsigned short)(sign | static_cast<__half_raw>(__float2half_rn((float)magnitude_ * 0.001953125f)).x);
	return result;
}

AW_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t format_)
{
	__half2_raw result;
	result.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, format_).x;
	result.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), format_).x;
	return result;
}

/* --- scale factors: E8M0, 8 bits of exponent, 255 is NaN --- */

/* The magnitude of X to a power of two, the next greater or equal (cudaRoundPosInf), or less or equal one (cudaRoundZero). */
AW_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x, const __nv_saturation_t saturate, const enum cudaRoundMode rounding)
{
	unsigned int bits = __aw_bits_of_float(x) & 0x7fffffff, result = bits >> 23, part_ = bits & 0x7fffff;
	assert(rounding == cudaRoundZero || rounding == cudaRoundPosInf);
	if (bits > 0x7f800000)
		return 0xff;
	/* 0 is 2^-127, a subnormal float. */
	if (rounding == cudaRoundPosInf)
		result += part_ > (result ? 0u : 0x400000u);
	return (__nv_fp8_storage_t)(result == 0xff && saturate == __NV_SATFINITE ? 0xfe : result);
}

AW_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x, const __nv_saturation_t saturate, const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_e8m0(__aw_round_to_odd(x), saturate, rounding);
}

AW_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                                                      const enum cudaRoundMode rounding)
{
	return __nv_cvt_float_to_e8m0(__bfloat162float(__nv_bfloat16(x)), saturate, rounding);
}

#define AW_PAIR_TO_E8M0(name, type, one) \
	AW_HD __nv_fp8x2_storage_t name(const type x, const __nv_saturation_t saturate, const enum cudaRoundMode rounding) \
	{ \
		unsigned int low_, high_; \
		one; \
		return (__nv_fp8x2_storage_t)(high_ << 8 | low_); \
	}
AW_PAIR_TO_E8M0(__nv_cvt_float2_to_e8m0x2, float2, low_ = __nv_cvt_float_to_e8m0(x.x, saturate, rounding);
                high_ = __nv_cvt_float_to_e8m0(x.y, saturate, rounding))
AW_PAIR_TO_E8M0(__nv_cvt_double2_to_e8m0x2, double2, low_ = __nv_cvt_double_to_e8m0(x.x, saturate, rounding);
                high_ = __nv_cvt_double_to_e8m0(x.y, saturate, rounding))
AW_PAIR_TO_E8M0(__nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw, __nv_bfloat16_raw a; a.x = x.x;
                low_ = __nv_cvt_bfloat16raw_to_e8m0(a, saturate, rounding); a.x = x.y;
                high_ = __nv_cvt_bfloat16raw_to_e8m0(a, saturate, rounding))
#undef AW_PAIR_TO_E8M0

AW_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x)
{
	__nv_bfloat16_raw result;
	result.x = (unsigned short)(x == 0xff ? 0x7fff : x ? x << 7 : 0x40);
	return result;
}

AW_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x)
{
	__nv_bfloat162_raw result;
	result.x = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x;
	result.y = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x;
	return result;
}

/* --- what the classes ask for (narrow_floats.h) --- */

#define AW_FP8_FORMAT(f, format_) \
	AW_HD __nv_fp8_storage_t __aw_to_##f(float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, format_); } \
	AW_HD __nv_fp8_storage_t __aw_to_##f(double x) { return __nv_cvt_double_to_fp8(x, __NV_SATFINITE, format_); } \
	AW_HD __nv_fp8_storage_t __aw_to_##f(__half x) { return __nv_cvt_halfraw_to_fp8(static_cast<__half_raw>(x), __NV_SATFINITE, format_); } \
	AW_HD __nv_fp8_storage_t __aw_to_##f(__nv_bfloat16 x) \
	{ \
		return __nv_cvt_bfloat16raw_to_fp8(static_cast<__nv_bfloat16_raw>(x), __NV_SATFINITE, format_); \
	} \
	AW_HD __half_raw __aw_##f##_to_half(unsigned int x) { return __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, format_); } \
	AW_HD float __aw_##f##_to_float(unsigned int x) { return __half2float(__half(__aw_##f##_to_half(x))); }
AW_FP8_FORMAT(e4m3, __NV_E4M3)
AW_FP8_FORMAT(e5m2, __NV_E5M2)
#undef AW_FP8_FORMAT

AW_HD __nv_fp8_storage_t __aw_to_e8m0(float x) { return __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf); }
AW_HD __nv_fp8_storage_t __aw_to_e8m0(double x) { return __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf); }
AW_HD __nv_fp8_storage_t __aw_to_e8m0(__half x) { return __aw_to_e8m0(__half2float(x)); }
AW_HD __nv_fp8_storage_t __aw_to_e8m0(__nv_bfloat16 x) { return __aw_to_e8m0(__bfloat162float(x)); }
AW_HD float __aw_e8m0_to_float(unsigned int x) { return __bfloat162float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x))); }
AW_HD __half_raw __aw_e8m0_to_half(unsigned int x) { return static_cast<__half_raw>(__float2half_rn(__aw_e8m0_to_float(x))); }

#undef AW_HD

/* --- classes --- */

#if defined(__CUDA_NO_FP8_CONVERSIONS__)
#define AW_FP8_FROM(...)
#else
#define AW_FP8_FROM(...) __VA_ARGS__
#endif
#if defined(__CUDA_NO_FP8_CONVERSIONS__) || defined(__CUDA_NO_FP8_CONVERSION_OPERATORS__)
#define AW_FP8_TO(...)
#else
#define AW_FP8_TO(...) __VA_ARGS__
#endif
#define AW_FP8_CLASSES(f, wide, truth, ...) \
	struct __attribute__((aligned(1))) __nv_fp8_##f { \
		__nv_fp8_storage_t __x; \
		__nv_fp8_##f() = default; \
		AW_FP8_FROM(AW_NARROW_ONE_FROM(__nv_fp8_##f, f, wide)) \
		AW_FP8_TO(AW_NARROW_ONE_TO(f, truth)) \
	}; \
	struct __attribute__((aligned(2))) __nv_fp8x2_##f { \
		__nv_fp8x2_storage_t __x; \
		__nv_fp8x2_##f() = default; \
		AW_FP8_FROM(AW_NARROW_PAIR_FROM(__nv_fp8x2_##f, f, 8, __nv_fp8x2_storage_t)) \
		AW_FP8_TO(AW_NARROW_PAIR_TO(f, 8) __VA_ARGS__) \
	}; \
	struct __attribute__((aligned(4))) __nv_fp8x4_##f { \
		__nv_fp8x4_storage_t __x; \
		__nv_fp8x4_##f() = default; \
		AW_FP8_FROM(AW_NARROW_FOUR_FROM(__nv_fp8x4_##f, f, 8, __nv_fp8x4_storage_t)) \
		AW_FP8_TO(AW_NARROW_FOUR_TO(f, 8)) \
	};
AW_FP8_CLASSES(e4m3, float, (__x & 0x7f) != 0)
AW_FP8_CLASSES(e5m2, float, (__x & 0x7f) != 0)
AW_FP8_CLASSES(e8m0, __aw_magnitude_to_odd, true, AW_NARROW_TO(__nv_bfloat162, __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x))))

#undef AW_FP8_CLASSES
#undef AW_FP8_TO
#undef AW_FP8_FROM

#endif

#endif
