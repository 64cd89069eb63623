// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations and functions of bfloat16.
#include "math_internal.h"

#define AW_OPERATION AW_API
#define AW_HALF_SIDE AW_DEVICE
#define AW_NAME(word) word##_bf16
#define AW_PAIR(word) word##_bf16x2
#define AW_WIDEN(x) f32_from_bits((u32)(x) << 16)
#define AW_NARROW(x) __aw_narrow_bf16(x)
// A GPU's conversion keeps what fits of its bits.
#define AW_DOUBLE_NAN(x) (u16)((bits_of(x) >> 48 & 0x8000) | 0x7fc0 | (bits_of(x) >> 45 & 0x7f))
#define AW_FUSED(a, b, c) __aw_fused_bf16(a, b, c)
#define AW_INFINITE 0x7f80
#define AW_EXP_EXCEPTIONS(ABOVE, BELOW)
#define AW_EXP2_EXCEPTIONS(ABOVE, BELOW)
#define AW_EXP10_EXCEPTIONS(ABOVE, BELOW) BELOW(0xbc95)
#define AW_LOG_EXCEPTIONS(ABOVE, BELOW)
#define AW_LOG10_EXCEPTIONS(ABOVE, BELOW)
#define AW_SIN_EXCEPTIONS(ABOVE, BELOW)
#define AW_COS_EXCEPTIONS(ABOVE, BELOW)
#define AW_TANH_SMALL 0x3b80
#define AW_TANH_LARGE 0x4100
#define AW_TANH_EXCEPTIONS(ABOVE, BELOW) BELOW(0x3f3f)

#include "half_functions.h"
