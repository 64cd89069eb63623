/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Half precision: numbers of IEEE 754 binary16 and pairs of them (CUDA Math API, "Half Precision Intrinsics").
 *
 * What differs from the other format of 16 bits stands here; the rest is in anywarp/half_format.h, which is read
 * once for each.
 */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "crt/host_defines.h"
#include "vector_types.h"

#define __CUDA_FP16_TYPES_EXIST__
/* A name that programs take from here. */
#define __CUDA_ALIGN__(n) __align__(n)

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

/* The bits, for C and for constants. */
typedef struct __attribute__((aligned(2))) {
	unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
	unsigned short x, y;
} __half2_raw;

#if defined(__cplusplus)

#define AW_H __half
#define AW_H2 __half2
#define AW_H_RAW __half_raw
#define AW_H2_RAW __half2_raw
#define AW_OTHER __nv_bfloat16
#define AW_NAME(word) word##_f16
#define AW_PAIR(word) word##_f16x2
#define AW_FROM(kind, mode_) __##kind##2half##mode_
#define AW_TO(kind) __half2##kind
#define AW_FROM_BITS(kind) __##kind##_as_half
#define AW_TO_BITS(kind) __half_as_##kind
#define AW_DOUBLED __half2half2
#define AW_MAKE2 make_half2
#define AW_ONE 0x3c00u
#define AW_INFINITY 0x7c00
#if defined(__CUDA_NO_HALF_CONVERSIONS__)
#define AW_CONVERSIONS 0
#else
#define AW_CONVERSIONS 1
#endif
#if defined(__CUDA_FP16_DISABLE_IMPLICIT_INTEGER_CONVERTS_FOR_HOST_COMPILERS__) && !defined(__CUDACC__)
#define AW_INTEGERS 0
#else
#define AW_INTEGERS 1
#endif
#if defined(__CUDA_NO_HALF_OPERATORS__)
#define AW_OPERATORS 0
#else
#define AW_OPERATORS 1
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define AW_OPERATORS2 0
#else
#define AW_OPERATORS2 1
#endif

#define AW_WIDEN(x) __aw_widen_f16(x)

#include "anywarp/half_format.h"

/* Of numbers by their bits, for the host; no part of the documented interface, but programs call it. */
#if !defined(__CUDACC_RTC__)
static inline float __internal_half2float(const unsigned short h) { return __half2float(__ushort_as_half(h)); }
#endif

#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#endif

#endif
