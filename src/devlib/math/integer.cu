// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer and bit functions (CUDA Math API, "Integer Mathematical Functions" and "Integer Intrinsics").
// The averages never leave 32 bits: a + b = 2 (a & b) + (a ^ b) = 2 (a | b) - (a ^ b).
#include "math_internal.h"

AW_API int __nv_abs(int a) { return a < 0 ? (int)(0u - (u32)a) : a; }
AW_API i64 __nv_llabs(i64 a) { return a < 0 ? (i64)(0ull - (u64)a) : a; }

AW_API int __nv_min(int a, int b) { return a < b ? a : b; }
AW_API int __nv_max(int a, int b) { return a > b ? a : b; }
AW_API u32 __nv_umin(u32 a, u32 b) { return a < b ? a : b; }
AW_API u32 __nv_umax(u32 a, u32 b) { return a > b ? a : b; }
AW_API i64 __nv_llmin(i64 a, i64 b) { return a < b ? a : b; }
AW_API i64 __nv_llmax(i64 a, i64 b) { return a > b ? a : b; }
AW_API u64 __nv_ullmin(u64 a, u64 b) { return a < b ? a : b; }
AW_API u64 __nv_ullmax(u64 a, u64 b) { return a > b ? a : b; }

AW_API int __nv_clz(int a) { return a ? __builtin_clz((u32)a) : 32; }
AW_API int __nv_clzll(i64 a) { return a ? __builtin_clzll((u64)a) : 64; }
AW_API int __nv_ffs(int a) { return 32 - __nv_clz((int)((u32)a & (0u - (u32)a))); }
AW_API int __nv_ffsll(i64 a) { return 64 - __nv_clzll((i64)((u64)a & (0ull - (u64)a))); }
AW_API int __nv_popc(u32 a) { return __builtin_popcount(a); }
AW_API int __nv_popcll(u64 a) { return __builtin_popcountll(a); }
AW_API int __nv_brev(int a) { return (int)__builtin_bitreverse32((u32)a); }
AW_API i64 __nv_brevll(i64 a) { return (i64)__builtin_bitreverse64((u64)a); }

AW_API int __nv_mulhi(int a, int b) { return (int)((i64)a * b >> 32); }
AW_API u32 __nv_umulhi(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
AW_API i64 __nv_mul64hi(i64 a, i64 b) { return (i64)((__int128)a * b >> 64); }
AW_API u64 __nv_umul64hi(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }

// The low 32 bits of the product of the low 24 bits.
AW_API int __nv_mul24(int a, int b)
{
	i32 low_a = (i32)((u32)a << 8) >> 8, low_b = (i32)((u32)b << 8) >> 8;
	return (int)((u32)low_a * (u32)low_b);
}

AW_API u32 __nv_umul24(u32 a, u32 b) { return (a & 0xffffff) * (b & 0xffffff); }

AW_API int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
AW_API int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
AW_API int __nv_uhadd(u32 a, u32 b) { return (int)((a & b) + ((a ^ b) >> 1)); }
AW_API u32 __nv_urhadd(u32 a, u32 b) { return (a | b) - ((a ^ b) >> 1); }

// |a - b| + c.
AW_API int __nv_sad(int a, int b, int c)
{
	u32 difference = a > b ? (u32)a - (u32)b : (u32)b - (u32)a;
	return (int)(difference + (u32)c);
}

AW_API u32 __nv_usad(u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; }

// Byte i of the result is the byte of b:a that bits 4i+2..4i of the selector name.
AW_API int __nv_byte_perm(int a, int b, int selector)
{
	u64 bytes = (u64)(u32)b << 32 | (u32)a;
	u32 result = 0;
#pragma unroll
	for (int i = 0; i < 4; i++)
		result |= (u32)(bytes >> (((u32)selector >> 4 * i & 7) * 8) & 0xff) << 8 * i;
	return (int)result;
}

// Funnel shifts are LLVM's: a shift of 64 bits would have half as many lanes in a register.
AW_API u32 funnel_left(u32 high, u32 low, u32 shift) __asm__("llvm.fshl.i32");
AW_API u32 funnel_right(u32 high, u32 low, u32 shift) __asm__("llvm.fshr.i32");

AW_API u32 __aw_funnelshift_l(u32 low, u32 high, u32 shift) { return funnel_left(high, low, shift); }
AW_API u32 __aw_funnelshift_lc(u32 low, u32 high, u32 shift) { return shift >= 32 ? low : funnel_left(high, low, shift); }
AW_API u32 __aw_funnelshift_r(u32 low, u32 high, u32 shift) { return funnel_right(high, low, shift); }
AW_API u32 __aw_funnelshift_rc(u32 low, u32 high, u32 shift) { return shift >= 32 ? high : funnel_right(high, low, shift); }
