/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers of 8 bits: E4M3, with 4 bits of exponent, 3 of significand, NaN and no infinity, and E5M2, the upper
 * half of a half (CUDA Math API, "FP8 Intrinsics").  They are only converted; rounding is to nearest even.
 */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

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

#define AW_HD static __host__ __device__ __inline__ __attribute__((unused))

AW_HD unsigned int __aw_bits_of_float(float x)
{
	unsigned int bits;
	__builtin_memcpy(&bits, &x, sizeof(bits));
	return bits;
}

/* X to the format of DIGITS bits of significand whose exponents begin at 1 - BIAS and whose greatest number is MOST. */
AW_HD __nv_fp8_storage_t __aw_narrow_fp8(float x, int digits, int bias, unsigned int most, __nv_saturation_t saturate)
{
	unsigned int bits = __aw_bits_of_float(x), sign = bits >> 24 & 0x80, result;
	bits &= 0x7fffffff;
	if (bits > 0x7f800000)
		return 0x7f;
	if (bits < (unsigned int)(128 - bias) << 23) {
		/* Subnormal: a multiple of the distance of floats at this number, where the addition rounds. */
		unsigned int unit = (unsigned int)(127 + 24 - bias - digits) << 23;
		float least;
		__builtin_memcpy(&least, &unit, sizeof(least));
		result = __aw_bits_of_float(__builtin_fabsf(x) + least) - unit;
	} else {
		unsigned int lost = 23 - (unsigned int)digits;
		bits += (1u << (lost - 1)) - 1 + (bits >> lost & 1);
		result = (bits >> lost) - ((unsigned int)(127 - bias) << digits);
	}
	if (result > most)
		result = saturate == __NV_SATFINITE ? most : most + 1;
	return (__nv_fp8_storage_t)(sign | result);
}

/* --- to 8 bits --- */

AW_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                                               const __nv_fp8_interpretation_t format)
{
	return format == __NV_E5M2 ? __aw_narrow_fp8(x, 2, 15, 0x7b, saturate) : __aw_narrow_fp8(x, 3, 7, 0x7e, saturate);
}

/* By a float that rounds as the double does: its last bit is set where something is lost. */
AW_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                                                const __nv_fp8_interpretation_t format)
{
	float near = (float)x;
	double error = x - (double)near;
	unsigned int bits = __aw_bits_of_float(near);
	if (x != x) /* other than float's, keeps what fits of its bits */
		return (__nv_fp8_storage_t)((bits >> 24 & 0x80) | (format == __NV_E5M2 ? 0x7e | (bits >> 21 & 1) : 0x7f));
	if ((error > 0 || error < 0) && !(bits & 1))
		bits = (bits >> 31) == (unsigned int)(error < 0) ? bits + 1 : bits - 1;
	__builtin_memcpy(&near, &bits, sizeof(near));
	return __nv_cvt_float_to_fp8(near, saturate, format);
}

AW_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                                                 const __nv_fp8_interpretation_t format)
{
	return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, format);
}

AW_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                                                     const __nv_fp8_interpretation_t format)
{
	return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, format);
}

#define AW_PAIR_TO_FP8(name, type, one) \
	AW_HD __nv_fp8x2_storage_t name(const type x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format) \
	{ \
		unsigned int low, high; \
		one; \
		return (__nv_fp8x2_storage_t)(high << 8 | low); \
	}
AW_PAIR_TO_FP8(__nv_cvt_float2_to_fp8x2, float2, low = __nv_cvt_float_to_fp8(x.x, saturate, format);
               high = __nv_cvt_float_to_fp8(x.y, saturate, format))
AW_PAIR_TO_FP8(__nv_cvt_double2_to_fp8x2, double2, low = __nv_cvt_double_to_fp8(x.x, saturate, format);
               high = __nv_cvt_double_to_fp8(x.y, saturate, format))
AW_PAIR_TO_FP8(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __half_raw a; a.x = x.x;
               low = __nv_cvt_halfraw_to_fp8(a, saturate, format); a.x = x.y;
               high = __nv_cvt_halfraw_to_fp8(a, saturate, format))
AW_PAIR_TO_FP8(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_bfloat16_raw a; a.x = x.x;
               low = __nv_cvt_bfloat16raw_to_fp8(a, saturate, format); a.x = x.y;
               high = __nv_cvt_bfloat16raw_to_fp8(a, saturate, format))
#undef AW_PAIR_TO_FP8

/* --- from 8 bits: exact --- */

AW_HD __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t format)
{
	__half_raw result;
	unsigned int sign = (unsigned int)(x & 0x80) << 8, magnitude = x & 0x7f;
	if (format == __NV_E5M2)
		result.x = (unsigned short)(magnitude > 0x7c ? 0x7fff : sign | magnitude << 8);
	else if (magnitude == 0x7f)
		result.x = 0x7fff;
	else if (magnitude >= 8)
		result.x = (unsigned short)(sign | ((magnitude << 7) + 0x2000));
	else /* a multiple of 2^-9 */
		result.x = (unsigned short)(sign | static_cast<__half_raw>(__float2half_rn((float)magnitude * 0.001953125f)).x);
	return result;
}

AW_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t format)
{
	__half2_raw result;
	result.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, format).x;
	result.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), format).x;
	return result;
}

AW_HD float __aw_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format)
{
	return __half2float(__half(__nv_cvt_fp8_to_halfraw(x, format)));
}

#undef AW_HD

/* --- classes --- */

#define AW_HD __host__ __device__ __inline__
#if defined(__CUDA_NO_FP8_CONVERSIONS__)
#define AW_FP8_FROM(name, type, value)
#define AW_FP8_FROM_TWO(name, type, value)
#else
#define AW_FP8_FROM(name, type, value) explicit AW_HD name(const type x) : __x(value) {}
#define AW_FP8_FROM_TWO(name, type, value) explicit AW_HD name(const type x, const type y) : __x(value) {}
#endif
#if defined(__CUDA_NO_FP8_CONVERSIONS__) || defined(__CUDA_NO_FP8_CONVERSION_OPERATORS__)
#define AW_FP8_TO(type, value)
#else
#define AW_FP8_TO(type, value) explicit AW_HD operator type() const { return value; }
#endif
#define AW_FP8_FROM_INTEGER(name, type, format) \
	AW_FP8_FROM(name, type, __nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, format))
#define AW_FP8_TO_INTEGER(type, kind, format) AW_FP8_TO(type, (type)__aw_float_to_##kind(__aw_fp8_to_float(__x, format)))
#define AW_FP8_QUARTER(n, format) __aw_fp8_to_float((__nv_fp8_storage_t)(__x >> (n) * 8), format)
#define AW_FP8_FOUR(low, high) ((__nv_fp8x4_storage_t)(high) << 16 | (low))

#define AW_FP8_CLASSES(suffix, format) \
	struct __attribute__((aligned(1))) __nv_fp8_##suffix { \
		__nv_fp8_storage_t __x; \
		__nv_fp8_##suffix() = default; \
		AW_FP8_FROM(__nv_fp8_##suffix, __half, __nv_cvt_halfraw_to_fp8(static_cast<__half_raw>(x), __NV_SATFINITE, format)) \
		AW_FP8_FROM(__nv_fp8_##suffix, __nv_bfloat16, \
		            __nv_cvt_bfloat16raw_to_fp8(static_cast<__nv_bfloat16_raw>(x), __NV_SATFINITE, format)) \
		AW_FP8_FROM(__nv_fp8_##suffix, float, __nv_cvt_float_to_fp8(x, __NV_SATFINITE, format)) \
		AW_FP8_FROM(__nv_fp8_##suffix, double, __nv_cvt_double_to_fp8(x, __NV_SATFINITE, format)) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, short, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, unsigned short, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, int, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, unsigned int, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, long, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, unsigned long, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, long long, format) \
		AW_FP8_FROM_INTEGER(__nv_fp8_##suffix, unsigned long long, format) \
		AW_FP8_TO(__half, __half(__nv_cvt_fp8_to_halfraw(__x, format))) \
		AW_FP8_TO(__nv_bfloat16, __float2bfloat16_rn(__aw_fp8_to_float(__x, format))) \
		AW_FP8_TO(float, __aw_fp8_to_float(__x, format)) \
		AW_FP8_TO(double, (double)__aw_fp8_to_float(__x, format)) \
		AW_FP8_TO_INTEGER(signed char, char, format) \
		AW_FP8_TO_INTEGER(unsigned char, uchar, format) \
		AW_FP8_TO_INTEGER(char, char, format) \
		AW_FP8_TO_INTEGER(short, short, format) \
		AW_FP8_TO_INTEGER(unsigned short, ushort, format) \
		AW_FP8_TO_INTEGER(int, int, format) \
		AW_FP8_TO_INTEGER(unsigned int, uint, format) \
		AW_FP8_TO_INTEGER(long, ll, format) \
		AW_FP8_TO_INTEGER(unsigned long, ull, format) \
		AW_FP8_TO_INTEGER(long long, ll, format) \
		AW_FP8_TO_INTEGER(unsigned long long, ull, format) \
		AW_FP8_TO(bool, (__x & 0x7f) != 0) \
	}; \
	struct __attribute__((aligned(2))) __nv_fp8x2_##suffix { \
		__nv_fp8x2_storage_t __x; \
		__nv_fp8x2_##suffix() = default; \
		AW_FP8_FROM(__nv_fp8x2_##suffix, __half2, \
		            __nv_cvt_halfraw2_to_fp8x2(static_cast<__half2_raw>(x), __NV_SATFINITE, format)) \
		AW_FP8_FROM(__nv_fp8x2_##suffix, __nv_bfloat162, \
		            __nv_cvt_bfloat16raw2_to_fp8x2(static_cast<__nv_bfloat162_raw>(x), __NV_SATFINITE, format)) \
		AW_FP8_FROM(__nv_fp8x2_##suffix, float2, __nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, format)) \
		AW_FP8_FROM(__nv_fp8x2_##suffix, double2, __nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, format)) \
		AW_FP8_TO(__half2, __half2(__nv_cvt_fp8x2_to_halfraw2(__x, format))) \
		AW_FP8_TO(float2, __half22float2(__half2(__nv_cvt_fp8x2_to_halfraw2(__x, format)))) \
	}; \
	struct __attribute__((aligned(4))) __nv_fp8x4_##suffix { \
		__nv_fp8x4_storage_t __x; \
		__nv_fp8x4_##suffix() = default; \
		AW_FP8_FROM_TWO(__nv_fp8x4_##suffix, __half2, \
		                AW_FP8_FOUR(__nv_cvt_halfraw2_to_fp8x2(static_cast<__half2_raw>(x), __NV_SATFINITE, format), \
		                            __nv_cvt_halfraw2_to_fp8x2(static_cast<__half2_raw>(y), __NV_SATFINITE, format))) \
		AW_FP8_FROM_TWO( \
		    __nv_fp8x4_##suffix, __nv_bfloat162, \
		    AW_FP8_FOUR(__nv_cvt_bfloat16raw2_to_fp8x2(static_cast<__nv_bfloat162_raw>(x), __NV_SATFINITE, format), \
		                __nv_cvt_bfloat16raw2_to_fp8x2(static_cast<__nv_bfloat162_raw>(y), __NV_SATFINITE, format))) \
		AW_FP8_FROM(__nv_fp8x4_##suffix, float4, \
		            AW_FP8_FOUR(__nv_cvt_float_to_fp8(x.x, __NV_SATFINITE, format) | \
		                            __nv_cvt_float_to_fp8(x.y, __NV_SATFINITE, format) << 8, \
		                        __nv_cvt_float_to_fp8(x.z, __NV_SATFINITE, format) | \
		                            __nv_cvt_float_to_fp8(x.w, __NV_SATFINITE, format) << 8)) \
		AW_FP8_FROM(__nv_fp8x4_##suffix, double4, \
		            AW_FP8_FOUR(__nv_cvt_double_to_fp8(x.x, __NV_SATFINITE, format) | \
		                            __nv_cvt_double_to_fp8(x.y, __NV_SATFINITE, format) << 8, \
		                        __nv_cvt_double_to_fp8(x.z, __NV_SATFINITE, format) | \
		                            __nv_cvt_double_to_fp8(x.w, __NV_SATFINITE, format) << 8)) \
		AW_FP8_TO(float4, (float4{ AW_FP8_QUARTER(0, format), AW_FP8_QUARTER(1, format), AW_FP8_QUARTER(2, format), \
		                           AW_FP8_QUARTER(3, format) })) \
	};
AW_FP8_CLASSES(e4m3, __NV_E4M3)
AW_FP8_CLASSES(e5m2, __NV_E5M2)

#undef AW_FP8_CLASSES
#undef AW_FP8_FOUR
#undef AW_FP8_QUARTER
#undef AW_FP8_TO_INTEGER
#undef AW_FP8_FROM_INTEGER
#undef AW_FP8_TO
#undef AW_FP8_FROM_TWO
#undef AW_FP8_FROM
#undef AW_HD

#endif

#endif
