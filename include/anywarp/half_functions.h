/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The functions and operators of one format of 16 bits (CUDA Math API, "Half Precision Intrinsics",
 * "Bfloat16 Precision Intrinsics"): those of __half and __nv_bfloat16 differ only in names.  Who includes it
 * defines what half_types.h asks for, and
 *
 *     AW_FROM(kind, mode)    __float2half_rn for (float, _rn)
 *     AW_TO(kind)            __half2float for (float)
 *     AW_FROM_BITS(kind)     __short_as_half for (short)
 *     AW_TO_BITS(kind)       __half_as_short
 *     AW_DOUBLED, AW_MAKE2   __half2half2, make_half2
 *     AW_ONE, AW_INFINITY    the bits of 1 and of infinity
 *     AW_OPERATORS, AW_OPERATORS2   1 for the operators of numbers, of pairs
 *
 * Functions that are declared for the device only by the manual's tables are so here too.
 */
#define AW_HD AW_HALF_LINKAGE __host__ __device__ __inline__ __attribute__((__unused__))
#define AW_D AW_HALF_LINKAGE __device__ __inline__
#define AW_OPERATOR AW_HALF_MEMBER __host__ __device__ __inline__

/* --- bits --- */

AW_HD AW_H AW_FROM_BITS(ushort)(const unsigned short bits) { AW_H_RAW raw_; raw_.x = bits; return AW_H(raw_); }
AW_HD AW_H AW_FROM_BITS(short)(const short bits) { return AW_FROM_BITS(ushort)((unsigned short)bits); }
AW_HD unsigned short AW_TO_BITS(ushort)(const AW_H a) { return static_cast<AW_H_RAW>(a).x; }
AW_HD short AW_TO_BITS(short)(const AW_H a) { return (short)AW_TO_BITS(ushort)(a); }

AW_HD unsigned short __aw_bits(const AW_H a) { return AW_TO_BITS(ushort)(a); }
AW_HD unsigned int __aw_bits(const AW_H2 a)
{
	unsigned int bits;
	__builtin_memcpy(&bits, &a, sizeof(bits));
	return bits;
}
AW_HD AW_H2 AW_NAME(__aw_pair)(unsigned int bits)
{
	AW_H2 a;
	__builtin_memcpy(&a, &bits, sizeof(bits));
	return a;
}
AW_HD AW_H2 AW_NAME(__aw_pair)(unsigned short low_, unsigned short high_)
{
	return AW_NAME(__aw_pair)((unsigned int)high_ << 16 | low_);
}
AW_HD unsigned short __aw_low(const AW_H2 a) { return (unsigned short)__aw_bits(a); }
AW_HD unsigned short __aw_high(const AW_H2 a) { return (unsigned short)(__aw_bits(a) >> 16); }

/* --- from and to float and double --- */

AW_HD AW_H AW_FROM(double, )(const double a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_double)(a)); }
AW_HD AW_H AW_FROM(float, )(const float a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_float_rn)(a)); }
AW_HD AW_H AW_FROM(float, _rn)(const float a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_float_rn)(a)); }
AW_HD AW_H AW_FROM(float, _rz)(const float a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_float_rz)(a)); }
AW_HD AW_H AW_FROM(float, _rd)(const float a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_float_rd)(a)); }
AW_HD AW_H AW_FROM(float, _ru)(const float a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_float_ru)(a)); }
AW_HD float AW_TO(float)(const AW_H a) { return AW_NAME(__aw_to_float)(__aw_bits(a)); }
AW_HD float __low2float(const AW_H2 a) { return AW_NAME(__aw_to_float)(__aw_low(a)); }
AW_HD float __high2float(const AW_H2 a) { return AW_NAME(__aw_to_float)(__aw_high(a)); }

AW_HD AW_H2 AW_FROM(float, 2_rn)(const float a)
{
	unsigned short bits = AW_NAME(__aw_from_float_rn)(a);
	return AW_NAME(__aw_pair)(bits, bits);
}
AW_HD AW_H2 AW_FROM(floats, 2_rn)(const float a, const float b)
{
	return AW_NAME(__aw_pair)(AW_NAME(__aw_from_float_rn)(a), AW_NAME(__aw_from_float_rn)(b));
}
AW_HD AW_H2 AW_FROM(float2, 2_rn)(const float2 a) { return AW_FROM(floats, 2_rn)(a.x, a.y); }
AW_HD float2 AW_TO(2float2)(const AW_H2 a)
{
	float2 result;
	result.x = __low2float(a);
	result.y = __high2float(a);
	return result;
}

/* --- from and to integers --- */

#define AW_FROM_INTEGER(kind, type, wide, mode_) \
	AW_HD AW_H AW_FROM(kind, _##mode_)(const type i) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_from_##wide##_##mode_)(i)); }
#define AW_FROM_SHORT(kind, type, mode_) \
	AW_HD AW_H AW_FROM(kind, _##mode_)(const type i) { return AW_FROM(float, _##mode_)((float)i); }
#define AW_FROM_INTEGERS(mode_) \
	AW_FROM_SHORT(short, short, mode_) \
	AW_FROM_SHORT(ushort, unsigned short, mode_) \
	AW_FROM_INTEGER(int, int, ll, mode_) \
	AW_FROM_INTEGER(uint, unsigned int, ull, mode_) \
	AW_FROM_INTEGER(ll, long long, ll, mode_) \
	AW_FROM_INTEGER(ull, unsigned long long, ull, mode_)
AW_FROM_INTEGERS(rn)
AW_FROM_INTEGERS(rz)
AW_FROM_INTEGERS(rd)
AW_FROM_INTEGERS(ru)
#undef AW_FROM_INTEGERS
#undef AW_FROM_SHORT
#undef AW_FROM_INTEGER

#define AW_TO_INTEGER(kind, type) \
	AW_HD type AW_TO(kind##_rz)(const AW_H a) { return __aw_float_to_##kind(AW_TO(float)(a)); }
AW_TO_INTEGER(char, signed char)
AW_TO_INTEGER(uchar, unsigned char)
AW_TO_INTEGER(short, short)
AW_TO_INTEGER(ushort, unsigned short)
AW_TO_INTEGER(int, int)
AW_TO_INTEGER(uint, unsigned int)
AW_TO_INTEGER(ll, long long)
AW_TO_INTEGER(ull, unsigned long long)
#undef AW_TO_INTEGER

#if defined(__CUDACC__)
#define AW_TO_INTEGER(kind, type, mode_, round) \
	AW_D type AW_TO(kind##_##mode_)(const AW_H a) { return __aw_float_to_##kind(round(AW_TO(float)(a))); }
#define AW_TO_INTEGERS(mode_, round) \
	AW_TO_INTEGER(short, short, mode_, round) \
	AW_TO_INTEGER(ushort, unsigned short, mode_, round) \
	AW_TO_INTEGER(int, int, mode_, round) \
	AW_TO_INTEGER(uint, unsigned int, mode_, round) \
	AW_TO_INTEGER(ll, long long, mode_, round) \
	AW_TO_INTEGER(ull, unsigned long long, mode_, round)
AW_TO_INTEGERS(rn, __builtin_rintf)
AW_TO_INTEGERS(rd, __builtin_floorf)
AW_TO_INTEGERS(ru, __builtin_ceilf)
#undef AW_TO_INTEGERS
#undef AW_TO_INTEGER
#endif

/* --- parts of pairs --- */

AW_HD AW_H AW_FROM(low, )(const AW_H2 a) { return AW_FROM_BITS(ushort)(__aw_low(a)); }
AW_HD AW_H AW_FROM(high, )(const AW_H2 a) { return AW_FROM_BITS(ushort)(__aw_high(a)); }
AW_HD AW_H2 AW_FROM(low, 2)(const AW_H2 a) { return AW_NAME(__aw_pair)(__aw_low(a), __aw_low(a)); }
AW_HD AW_H2 AW_FROM(high, 2)(const AW_H2 a) { return AW_NAME(__aw_pair)(__aw_high(a), __aw_high(a)); }
AW_HD AW_H2 AW_FROM(lows, 2)(const AW_H2 a, const AW_H2 b) { return AW_NAME(__aw_pair)(__aw_low(a), __aw_low(b)); }
AW_HD AW_H2 AW_FROM(highs, 2)(const AW_H2 a, const AW_H2 b) { return AW_NAME(__aw_pair)(__aw_high(a), __aw_high(b)); }
AW_HD AW_H2 AW_FROM(halves, 2)(const AW_H a, const AW_H b) { return AW_NAME(__aw_pair)(__aw_bits(a), __aw_bits(b)); }
AW_HD AW_H2 AW_MAKE2(const AW_H x, const AW_H y) { return AW_NAME(__aw_pair)(__aw_bits(x), __aw_bits(y)); }
AW_HD AW_H2 AW_DOUBLED(const AW_H a) { return AW_NAME(__aw_pair)(__aw_bits(a), __aw_bits(a)); }
AW_HD AW_H2 __lowhigh2highlow(const AW_H2 a) { return AW_NAME(__aw_pair)(__aw_high(a), __aw_low(a)); }

/* --- arithmetic --- */

#define AW_BINARY(name, name2, operation) \
	AW_HD AW_H name(const AW_H a, const AW_H b) \
	{ \
		return AW_FROM_BITS(ushort)(AW_NAME(__aw_##operation)(__aw_bits(a), __aw_bits(b))); \
	} \
	AW_HD AW_H2 name2(const AW_H2 a, const AW_H2 b) \
	{ \
		return AW_NAME(__aw_pair)(AW_PAIR(__aw_##operation)(__aw_bits(a), __aw_bits(b))); \
	}
AW_BINARY(__hadd, __hadd2, add)
AW_BINARY(__hsub, __hsub2, sub)
AW_BINARY(__hmul, __hmul2, mul)
AW_BINARY(__hadd_rn, __hadd2_rn, add_rn)
AW_BINARY(__hsub_rn, __hsub2_rn, sub_rn)
AW_BINARY(__hmul_rn, __hmul2_rn, mul_rn)
AW_BINARY(__hadd_sat, __hadd2_sat, add_sat)
AW_BINARY(__hsub_sat, __hsub2_sat, sub_sat)
AW_BINARY(__hmul_sat, __hmul2_sat, mul_sat)
AW_BINARY(__hdiv, __h2div, div)
AW_BINARY(__hmin, __hmin2, min)
AW_BINARY(__hmax, __hmax2, max)
AW_BINARY(__hmin_nan, __hmin2_nan, min_nan)
AW_BINARY(__hmax_nan, __hmax2_nan, max_nan)
#undef AW_BINARY

#define AW_TERNARY(name, name2, operation) \
	AW_HD AW_H name(const AW_H a, const AW_H b, const AW_H c) \
	{ \
		return AW_FROM_BITS(ushort)(AW_NAME(__aw_##operation)(__aw_bits(a), __aw_bits(b), __aw_bits(c))); \
	} \
	AW_HD AW_H2 name2(const AW_H2 a, const AW_H2 b, const AW_H2 c) \
	{ \
		return AW_NAME(__aw_pair)(AW_PAIR(__aw_##operation)(__aw_bits(a), __aw_bits(b), __aw_bits(c))); \
	}
AW_TERNARY(__hfma, __hfma2, fma)
AW_TERNARY(__hfma_sat, __hfma2_sat, fma_sat)
AW_TERNARY(__hfma_relu, __hfma2_relu, fma_relu)
#undef AW_TERNARY

/* A NaN becomes the one that arithmetic gives. */
AW_HD AW_H __hneg(const AW_H a)
{
	unsigned short bits = __aw_bits(a);
	return AW_FROM_BITS(ushort)((bits & 0x7fff) > AW_INFINITY ? 0x7fff : (unsigned short)(bits ^ 0x8000));
}
AW_HD AW_H __habs(const AW_H a)
{
	unsigned short bits = __aw_bits(a) & 0x7fff;
	return AW_FROM_BITS(ushort)(bits > AW_INFINITY ? 0x7fff : bits);
}
AW_HD AW_H2 __hneg2(const AW_H2 a) { return AW_FROM(halves, 2)(__hneg(AW_FROM(low, )(a)), __hneg(AW_FROM(high, )(a))); }
AW_HD AW_H2 __habs2(const AW_H2 a) { return AW_FROM(halves, 2)(__habs(AW_FROM(low, )(a)), __habs(AW_FROM(high, )(a))); }

/* a * b + c of complex numbers, x the real part. */
AW_HD AW_H2 __hcmadd(const AW_H2 a, const AW_H2 b, const AW_H2 c)
{
	AW_H x = __hfma(AW_FROM(low, )(a), AW_FROM(low, )(b), AW_FROM(low, )(c));
	AW_H y = __hfma(AW_FROM(low, )(a), AW_FROM(high, )(b), AW_FROM(high, )(c));
	x = __hfma(__hneg(AW_FROM(high, )(a)), AW_FROM(high, )(b), x);
	y = __hfma(AW_FROM(high, )(a), AW_FROM(low, )(b), y);
	return AW_FROM(halves, 2)(x, y);
}

/* --- comparisons: of two numbers (false with a NaN; with u, true), of pairs as 1.0 and 0.0, as a mask, and
 * whether both hold --- */

#define AW_COMPARE(name, relation) \
	AW_HD bool __h##name(const AW_H a, const AW_H b) \
	{ \
		float x = AW_TO(float)(a), y = AW_TO(float)(b); \
		return relation; \
	} \
	AW_HD unsigned int __h##name##2_mask(const AW_H2 a, const AW_H2 b) \
	{ \
		unsigned int low_ = __h##name(AW_FROM(low, )(a), AW_FROM(low, )(b)) ? 0xffffu : 0; \
		unsigned int high_ = __h##name(AW_FROM(high, )(a), AW_FROM(high, )(b)) ? 0xffff0000u : 0; \
		return high_ | low_; \
	} \
	AW_HD AW_H2 __h##name##2(const AW_H2 a, const AW_H2 b) \
	{ \
		return AW_NAME(__aw_pair)(__h##name##2_mask(a, b) & (AW_ONE << 16 | AW_ONE)); \
	} \
	AW_HD bool __hb##name##2(const AW_H2 a, const AW_H2 b) { return __h##name##2_mask(a, b) == 0xffffffffu; }
AW_COMPARE(eq, x == y)
AW_COMPARE(ne, x < y || x > y)
AW_COMPARE(lt, x < y)
AW_COMPARE(le, x <= y)
AW_COMPARE(gt, x > y)
AW_COMPARE(ge, x >= y)
AW_COMPARE(equ, !(x < y || x > y))
AW_COMPARE(neu, x != y)
AW_COMPARE(ltu, !(x >= y))
AW_COMPARE(leu, !(x > y))
AW_COMPARE(gtu, !(x <= y))
AW_COMPARE(geu, !(x < y))
#undef AW_COMPARE

AW_HD bool __hisnan(const AW_H a) { return (__aw_bits(a) & 0x7fff) > AW_INFINITY; }
AW_HD int __hisinf(const AW_H a)
{
	unsigned short bits = __aw_bits(a);
	return bits == AW_INFINITY ? 1 : bits == (AW_INFINITY | 0x8000) ? -1 : 0;
}
AW_HD AW_H2 __hisnan2(const AW_H2 a)
{
	unsigned int low_ = __hisnan(AW_FROM(low, )(a)) ? AW_ONE : 0, high_ = __hisnan(AW_FROM(high, )(a)) ? AW_ONE : 0;
	return AW_NAME(__aw_pair)(high_ << 16 | low_);
}

/* --- operators --- */

#if AW_OPERATORS
#define AW_ARITHMETIC(sign, function) \
	AW_OPERATOR AW_H operator sign(const AW_H &a, const AW_H &b) { return function(a, b); } \
	AW_OPERATOR AW_H &operator sign##=(AW_H &a, const AW_H &b) { return a = function(a, b); }
AW_ARITHMETIC(+, __hadd)
AW_ARITHMETIC(-, __hsub)
AW_ARITHMETIC(*, __hmul)
AW_ARITHMETIC(/, __hdiv)
#undef AW_ARITHMETIC
AW_OPERATOR AW_H operator+(const AW_H &a) { return a; }
AW_OPERATOR AW_H operator-(const AW_H &a) { return __hneg(a); }
AW_OPERATOR AW_H &operator++(AW_H &a) { return a = __hadd(a, AW_FROM_BITS(ushort)(AW_ONE)); }
AW_OPERATOR AW_H &operator--(AW_H &a) { return a = __hsub(a, AW_FROM_BITS(ushort)(AW_ONE)); }
AW_OPERATOR AW_H operator++(AW_H &a, const int) { AW_H before_ = a; ++a; return before_; }
AW_OPERATOR AW_H operator--(AW_H &a, const int) { AW_H before_ = a; --a; return before_; }
AW_OPERATOR bool operator==(const AW_H &a, const AW_H &b) { return __heq(a, b); }
AW_OPERATOR bool operator!=(const AW_H &a, const AW_H &b) { return __hneu(a, b); }
AW_OPERATOR bool operator<(const AW_H &a, const AW_H &b) { return __hlt(a, b); }
AW_OPERATOR bool operator<=(const AW_H &a, const AW_H &b) { return __hle(a, b); }
AW_OPERATOR bool operator>(const AW_H &a, const AW_H &b) { return __hgt(a, b); }
AW_OPERATOR bool operator>=(const AW_H &a, const AW_H &b) { return __hge(a, b); }
#endif

#if AW_OPERATORS2
#define AW_ARITHMETIC(sign, function) \
	AW_OPERATOR AW_H2 operator sign(const AW_H2 &a, const AW_H2 &b) { return function(a, b); } \
	AW_OPERATOR AW_H2 &operator sign##=(AW_H2 &a, const AW_H2 &b) { return a = function(a, b); }
AW_ARITHMETIC(+, __hadd2)
AW_ARITHMETIC(-, __hsub2)
AW_ARITHMETIC(*, __hmul2)
AW_ARITHMETIC(/, __h2div)
#undef AW_ARITHMETIC
AW_OPERATOR AW_H2 operator+(const AW_H2 &a) { return a; }
AW_OPERATOR AW_H2 operator-(const AW_H2 &a) { return __hneg2(a); }
AW_OPERATOR AW_H2 &operator++(AW_H2 &a) { return a = __hadd2(a, AW_NAME(__aw_pair)(AW_ONE, AW_ONE)); }
AW_OPERATOR AW_H2 &operator--(AW_H2 &a) { return a = __hsub2(a, AW_NAME(__aw_pair)(AW_ONE, AW_ONE)); }
AW_OPERATOR AW_H2 operator++(AW_H2 &a, const int) { AW_H2 before_ = a; ++a; return before_; }
AW_OPERATOR AW_H2 operator--(AW_H2 &a, const int) { AW_H2 before_ = a; --a; return before_; }
AW_OPERATOR bool operator==(const AW_H2 &a, const AW_H2 &b) { return __hbeq2(a, b); }
AW_OPERATOR bool operator!=(const AW_H2 &a, const AW_H2 &b) { return __hbneu2(a, b); }
AW_OPERATOR bool operator<(const AW_H2 &a, const AW_H2 &b) { return __hblt2(a, b); }
AW_OPERATOR bool operator<=(const AW_H2 &a, const AW_H2 &b) { return __hble2(a, b); }
AW_OPERATOR bool operator>(const AW_H2 &a, const AW_H2 &b) { return __hbgt2(a, b); }
AW_OPERATOR bool operator>=(const AW_H2 &a, const AW_H2 &b) { return __hbge2(a, b); }
#endif

/* --- of the device only --- */

#if defined(__CUDACC__)
#define AW_UNARY(operation) \
	AW_D AW_H h##operation(const AW_H a) { return AW_FROM_BITS(ushort)(AW_NAME(__aw_##operation)(__aw_bits(a))); } \
	AW_D AW_H2 h2##operation(const AW_H2 a) \
	{ \
		return AW_NAME(__aw_pair)(AW_NAME(__aw_##operation)(__aw_low(a)), AW_NAME(__aw_##operation)(__aw_high(a))); \
	}
#include "anywarp/half_unary.h"
#undef AW_UNARY

AW_D AW_H atomicAdd(AW_H *const address, const AW_H value)
{
	return AW_FROM_BITS(ushort)(AW_NAME(__aw_atomic_add)((unsigned short *)address, __aw_bits(value)));
}
/* Each of the two is added atomically, not the pair as a whole. */
AW_D AW_H2 atomicAdd(AW_H2 *const address, const AW_H2 value)
{
	return AW_NAME(__aw_pair)(AW_PAIR(__aw_atomic_add)((unsigned int *)address, __aw_bits(value)));
}

#define AW_MASKED(name, lane) \
	AW_D AW_H name(const unsigned int mask, const AW_H value, const lane other_, const int width = 32) \
	{ \
		return AW_FROM_BITS(ushort)((unsigned short)name(mask, (unsigned int)__aw_bits(value), other_, width)); \
	} \
	AW_D AW_H2 name(const unsigned int mask, const AW_H2 value, const lane other_, const int width = 32) \
	{ \
		return AW_NAME(__aw_pair)(name(mask, __aw_bits(value), other_, width)); \
	}
AW_MASKED(__shfl_sync, int)
AW_MASKED(__shfl_up_sync, unsigned int)
AW_MASKED(__shfl_down_sync, unsigned int)
AW_MASKED(__shfl_xor_sync, int)
#undef AW_MASKED

/* Of before CUDA 9. */
#define AW_UNMASKED(name, lane) \
	AW_D AW_H name(const AW_H value, const lane other_, const int width = 32) \
	{ \
		return AW_FROM_BITS(ushort)((unsigned short)name((unsigned int)__aw_bits(value), other_, width)); \
	} \
	AW_D AW_H2 name(const AW_H2 value, const lane other_, const int width = 32) \
	{ \
		return AW_NAME(__aw_pair)(name(__aw_bits(value), other_, width)); \
	}
AW_UNMASKED(__shfl, int)
AW_UNMASKED(__shfl_up, unsigned int)
AW_UNMASKED(__shfl_down, unsigned int)
AW_UNMASKED(__shfl_xor, int)
#undef AW_UNMASKED

#define AW_LOAD(name) \
	AW_D AW_H name(const AW_H *const from_) { return AW_FROM_BITS(ushort)(name((const unsigned short *)from_)); } \
	AW_D AW_H2 name(const AW_H2 *const from_) { return AW_NAME(__aw_pair)(name((const unsigned int *)from_)); }
AW_LOAD(__ldg)
AW_LOAD(__ldcg)
AW_LOAD(__ldca)
AW_LOAD(__ldcs)
AW_LOAD(__ldlu)
AW_LOAD(__ldcv)
#undef AW_LOAD

#define AW_STORE(name) \
	AW_D void name(AW_H *const to_, const AW_H value) { name((unsigned short *)to_, __aw_bits(value)); } \
	AW_D void name(AW_H2 *const to_, const AW_H2 value) { name((unsigned int *)to_, __aw_bits(value)); }
AW_STORE(__stwb)
AW_STORE(__stcg)
AW_STORE(__stcs)
AW_STORE(__stwt)
#undef AW_STORE
#endif

#undef AW_OPERATOR
#undef AW_D
#undef AW_HD
