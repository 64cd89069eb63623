/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bfloat16: numbers with the exponent of float and 8 bits of significand, and pairs of them (CUDA Math API,
 * "Bfloat16 Precision Intrinsics").
 *
 * What differs from the other format of 16 bits stands here; the rest is in anywarp/half_format.h, which is read
 * once for each.
 */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "crt/host_defines.h"
#include "vector_types.h"
#include "cuda_fp16.h"

#define __CUDA_BF16_TYPES_EXIST__
/* A name that programs take from here. */
#define __CUDA_ALIGN__(n) __align__(n)

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

/* The bits, for C and for constants. */
typedef struct __attribute__((aligned(2))) {
	unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) {
	unsigned short x, y;
} __nv_bfloat162_raw;

#if defined(__cplusplus)

#define AW_H __nv_bfloat16
#define AW_H2 __nv_bfloat162
#define AW_H_RAW __nv_bfloat16_raw
#define AW_H2_RAW __nv_bfloat162_raw
#define AW_OTHER __half
#define AW_NAME(word) word##_bf16
#define AW_PAIR(word) word##_bf16x2
#define AW_FROM(kind, mode_) __##kind##2bfloat16##mode_
#define AW_TO(kind) __bfloat162##kind
#define AW_FROM_BITS(kind) __##kind##_as_bfloat16
#define AW_TO_BITS(kind) __bfloat16_as_##kind
#define AW_DOUBLED __bfloat162bfloat162
#define AW_MAKE2 make_bfloat162
#define AW_ONE 0x3f80u
#define AW_INFINITY 0x7f80
#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define AW_CONVERSIONS 0
#else
#define AW_CONVERSIONS 1
#endif
#if defined(__CUDA_BF16_DISABLE_IMPLICIT_INTEGER_CONVERTS_FOR_HOST_COMPILERS__) && !defined(__CUDACC__)
#define AW_INTEGERS 0
#else
#define AW_INTEGERS 1
#endif
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define AW_OPERATORS 0
#else
#define AW_OPERATORS 1
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define AW_OPERATORS2 0
#else
#define AW_OPERATORS2 1
#endif

#define AW_WIDEN(x) __aw_bits_float((unsigned int)(x) << 16)

#include "anywarp/half_format.h"

/* Of numbers by their bits; no part of the documented interface, but programs call it. */
static inline __host__ __device__ float __internal_bfloat162float(const unsigned short h)
{
	return __bfloat162float(__ushort_as_bfloat16(h));
}

/* Between the two formats. */
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
__host__ __device__ __inline__ __half::__half(const __nv_bfloat16 other_) : __x(__aw_bits(__float2half_rn(__bfloat162float(other_)))) {}
#endif
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
__host__ __device__ __inline__ __nv_bfloat16::__nv_bfloat16(const __half other_)
    : __x(__aw_bits(__float2bfloat16_rn(__half2float(other_))))
{
}
#endif

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#endif

#endif
