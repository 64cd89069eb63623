// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations and functions of half.
#include "math_internal.h"

#define AW_OPERATION AW_API
#define AW_HALF_SIDE AW_DEVICE
#define AW_NAME(word) word##_f16
#define AW_PAIR(word) word##_f16x2
#define AW_WIDEN(x) widen_f16(x)
#define AW_NARROW(x) narrow_f16(x)
// A GPU's conversion keeps what fits of its bits.
#define AW_DOUBLE_NAN(x) (u16)((bits_of(x) >> 48 & 0x8000) | 0x7e00 | (bits_of(x) >> 42 & 0x3ff))
#define AW_FUSED(a, b, c) __aw_fused_f16(a, b, c)
#define AW_INFINITE 0x7c00
#define AW_EXP_EXCEPTIONS(ABOVE, BELOW) BELOW(0x1f79) BELOW(0x25cf)
#define AW_EXP2_EXCEPTIONS(ABOVE, BELOW) ABOVE(0x11c5)
#define AW_EXP10_EXCEPTIONS(ABOVE, BELOW)
#define AW_LOG_EXCEPTIONS(ABOVE, BELOW) BELOW(0x1935) BELOW(0x1d78)
#define AW_LOG10_EXCEPTIONS(ABOVE, BELOW) ABOVE(0x33f8) ABOVE(0x69d0) BELOW(0x338f) BELOW(0x57e1) BELOW(0x719d)
#define AW_SIN_EXCEPTIONS(ABOVE, BELOW) ABOVE(0x32b3) ABOVE(0xb2b3) BELOW(0x5cb0) BELOW(0xdcb0)
#define AW_COS_EXCEPTIONS(ABOVE, BELOW) ABOVE(0x2b7c) ABOVE(0xab7c)
#define AW_TANH_SMALL 0x1c07
#define AW_TANH_LARGE 0x4800
#define AW_TANH_EXCEPTIONS(ABOVE, BELOW) \
	ABOVE(0x29c6) ABOVE(0x2c95) ABOVE(0x2c96) ABOVE(0x2e39) ABOVE(0x2e9d) ABOVE(0x3064) ABOVE(0x323f) ABOVE(0x32ff) \
	ABOVE(0x355b) ABOVE(0x372d) ABOVE(0x3824) ABOVE(0x399a) ABOVE(0x3cc9) ABOVE(0x3de3) ABOVE(0x3ed6) ABOVE(0x4080) \
	BELOW(0x2d3f) BELOW(0x39f8) BELOW(0x3c8e) BELOW(0x3c9d) BELOW(0x3db8) BELOW(0x3e23) BELOW(0x3eab) BELOW(0x4429)

AW_INLINE float widen_f16(u16 x) { return (float)__builtin_bit_cast(_Float16, x); }

// The hardware computes one NaN only.
AW_INLINE u16 narrow_f16(float x)
{
	u16 bits = __builtin_bit_cast(u16, (_Float16)x);
	return x != x ? 0x7fff : bits;
}

#include "half_functions.h"
