/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The operations of a number format of 16 bits on bit patterns, by way of float: of the host, and (by
 * src/devlib/math) of the CPU device.  It is read once for each format.  Who includes it defines
 *
 *     AW_NAME(word), AW_PAIR(word)   word_f16, word_f16x2
 *     AW_WIDEN(x), AW_NARROW(x)      to float, which is exact, and from float, to nearest even
 *     AW_DOUBLE_NAN(x)               what becomes of a NaN of double
 *     AW_FUSED(a, b, c)              a * b + c as a float that AW_NARROW rounds as if it were exact
 *     AW_OPERATION, AW_HALF_SIDE     what stands in front of every function, and of helpers (__device__)
 *
 * The results are the hardware's: rounded once, subnormals kept, and any NaN that is computed is 0x7fff.  A
 * float has more than twice the digits of these formats and two more, so a sum, product or quotient rounded to
 * float and then to the format is rounded as if only once (Figueroa 1995).
 */
#ifndef AW_HALF_OPERATIONS_H
#define AW_HALF_OPERATIONS_H

#define AW_HALF_HELPER static inline AW_HALF_SIDE __attribute__((always_inline, unused))

AW_HALF_HELPER unsigned int __aw_float_bits(float x)
{
	unsigned int bits;
	__builtin_memcpy(&bits, &x, sizeof(bits));
	return bits;
}

AW_HALF_HELPER float __aw_bits_float(unsigned int bits)
{
	float x;
	__builtin_memcpy(&x, &bits, sizeof(x));
	return x;
}

/* SUM, the float next to a number that differs from it by ERROR (of which only the sign counts), with the
 * last bit set to 1 if they differ.  Rounding that to 16 bits is rounding the number itself (Boldo and
 * Melquiond 2008). */
AW_HALF_HELPER float __aw_round_to_odd(float sum_, double error_)
{
	unsigned int bits = __aw_float_bits(sum_);
	unsigned int towards_ = (bits >> 31) == (unsigned int)(error_ < 0) ? bits + 1 : bits - 1;
	bool inexact_ = error_ < 0 || error_ > 0;
	return inexact_ && (bits & 1) == 0 ? __aw_bits_float(towards_) : sum_;
}

AW_HALF_HELPER float __aw_odd_from_double(double x)
{
	float near_ = (float)x;
	return __aw_round_to_odd(near_, x - (double)near_);
}

AW_HALF_HELPER float __aw_odd_from_integer(unsigned long long magnitude_)
{
	int excess_ = magnitude_ ? 40 - __builtin_clzll(magnitude_) : 0;
	if (excess_ <= 0)
		return (float)magnitude_;
	unsigned long long kept_ = magnitude_ >> excess_, lost_ = magnitude_ & ((1ull << excess_) - 1);
	return (float)(kept_ | (lost_ != 0)) * __aw_bits_float((unsigned int)(excess_ + 127) << 23);
}

/* Below 2^-14 the numbers are multiples of 2^-24, the distance of floats at 0.5, where the processor rounds. */
AW_HALF_HELPER unsigned short __aw_narrow_f16(float x)
{
	unsigned int bits = __aw_float_bits(x), sign = bits >> 16 & 0x8000;
	bits &= 0x7fffffff;
	if (bits > 0x7f800000)
		return 0x7fff;
	if (bits >= 0x477ff000)
		return (unsigned short)(sign | 0x7c00);
	if (bits < 0x38800000)
		return (unsigned short)(sign | (__aw_float_bits(__aw_bits_float(bits) + 0.5f) - 0x3f000000));
	return (unsigned short)(sign | ((bits + 0xfff + (bits >> 13 & 1) - 0x38000000) >> 13));
}

AW_HALF_HELPER float __aw_widen_f16(unsigned short x)
{
	unsigned int sign = (unsigned int)(x & 0x8000) << 16, bits = x & 0x7fff;
	if (bits > 0x7c00)
		return __aw_bits_float(0x7fffffff);
	if (bits < 0x400)
		return __aw_bits_float(sign | __aw_float_bits((float)bits * __aw_bits_float(0x33800000)));
	return __aw_bits_float(sign | ((bits << 13) + (bits == 0x7c00 ? 0x70000000 : 0x38000000)));
}

AW_HALF_HELPER unsigned short __aw_narrow_bf16(float x)
{
	unsigned int bits = __aw_float_bits(x);
	bits = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
	return x != x ? 0x7fff : (unsigned short)bits;
}

/* A product of halves is exact in float; what the sum loses comes from Knuth's two-sum. */
AW_HALF_HELPER float __aw_fused_f16(float a, float b, float c)
{
	float product_ = a * b, sum_ = product_ + c, part_ = sum_ - product_;
	return __aw_round_to_odd(sum_, (product_ - (sum_ - part_)) + (c - part_));
}

/* The product of two bfloat16 may have more exponent than a float, but fits in a double.  Of what the float
 * lacks only the sign is asked: it is exact enough where the two greatest of three numbers that nearly cancel
 * go first. */
AW_HALF_HELPER float __aw_fused_bf16(float a, float b, float c)
{
	float sum_ = __builtin_fmaf(a, b, c);
	double product_ = (double)a * (double)b, addend_ = c;
	bool product_first = __builtin_fabs(product_) > __builtin_fabs(addend_);
	double greater_ = product_first ? product_ : addend_, lesser_ = product_first ? addend_ : product_;
	return __aw_round_to_odd(sum_, (greater_ - (double)sum_) + lesser_);
}

#endif

AW_OPERATION float AW_NAME(__aw_to_float)(unsigned short x) { return AW_WIDEN(x); }
AW_OPERATION unsigned short AW_NAME(__aw_from_float_rn)(float x) { return AW_NARROW(x); }

AW_OPERATION unsigned short AW_NAME(__aw_from_float_rz)(float x)
{
	unsigned short near_ = AW_NARROW(x);
	return __builtin_fabsf(AW_WIDEN(near_)) > __builtin_fabsf(x) ? (unsigned short)(near_ - 1) : near_;
}

/* One step down from +x is one less, from -x one more. */
AW_OPERATION unsigned short AW_NAME(__aw_from_float_rd)(float x)
{
	unsigned short near_ = AW_NARROW(x), below_ = (unsigned short)(near_ & 0x8000 ? near_ + 1 : near_ - 1);
	return AW_WIDEN(near_) > x ? below_ : near_;
}

AW_OPERATION unsigned short AW_NAME(__aw_from_float_ru)(float x)
{
	unsigned short near_ = AW_NARROW(x), above_ = (unsigned short)(near_ & 0x8000 ? near_ - 1 : near_ + 1);
	return AW_WIDEN(near_) < x ? above_ : near_;
}

AW_OPERATION unsigned short AW_NAME(__aw_from_double)(double x)
{
	return x != x ? AW_DOUBLE_NAN(x) : AW_NARROW(__aw_odd_from_double(x));
}

#define AW_FROM_INTEGER(mode_) \
	AW_OPERATION unsigned short AW_NAME(__aw_from_ull_##mode_)(unsigned long long x) \
	{ \
		return AW_NAME(__aw_from_float_##mode_)(__aw_odd_from_integer(x)); \
	} \
	AW_OPERATION unsigned short AW_NAME(__aw_from_ll_##mode_)(long long x) \
	{ \
		float magnitude_ = __aw_odd_from_integer(x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x); \
		return AW_NAME(__aw_from_float_##mode_)(x < 0 ? -magnitude_ : magnitude_); \
	}
AW_FROM_INTEGER(rn)
AW_FROM_INTEGER(rz)
AW_FROM_INTEGER(rd)
AW_FROM_INTEGER(ru)
#undef AW_FROM_INTEGER

/* In [0, 1], and at least 0. */
AW_HALF_HELPER unsigned short AW_NAME(__aw_saturated)(float x)
{
	return AW_NARROW(x > 0 ? (x < 1 ? x : 1.0f) : 0.0f);
}

AW_HALF_HELPER unsigned short AW_NAME(__aw_positive)(float x) { return AW_NARROW(x <= 0 ? 0.0f : x); }

#define AW_BINARY(word, result) \
	AW_OPERATION unsigned short AW_NAME(word)(unsigned short a, unsigned short b) \
	{ \
		float x = AW_WIDEN(a), y = AW_WIDEN(b); \
		return result; \
	} \
	AW_OPERATION unsigned int AW_PAIR(word)(unsigned int a, unsigned int b) \
	{ \
		unsigned int low_ = AW_NAME(word)((unsigned short)a, (unsigned short)b); \
		unsigned int high_ = AW_NAME(word)((unsigned short)(a >> 16), (unsigned short)(b >> 16)); \
		return high_ << 16 | low_; \
	}
AW_BINARY(__aw_add, AW_NARROW(x + y))
AW_BINARY(__aw_sub, AW_NARROW(x - y))
AW_BINARY(__aw_mul, AW_NARROW(x * y))
AW_BINARY(__aw_div, AW_NARROW(x / y))
AW_BINARY(__aw_add_sat, AW_NAME(__aw_saturated)(x + y))
AW_BINARY(__aw_sub_sat, AW_NAME(__aw_saturated)(x - y))
AW_BINARY(__aw_mul_sat, AW_NAME(__aw_saturated)(x * y))
/* Those that are never fused with what stands beside them. */
AW_BINARY(__aw_add_rn, AW_NARROW(x + y))
AW_BINARY(__aw_sub_rn, AW_NARROW(x - y))
AW_BINARY(__aw_mul_rn, AW_NARROW(x * y))

/* -0 is less than +0.  A number rather than a NaN, or a NaN if there is one. */
#define AW_LESSER (x < y || (x == y && (a & 0x8000)) ? a : b)
#define AW_GREATER (x > y || (x == y && (b & 0x8000)) ? a : b)
AW_BINARY(__aw_min, x != x ? (y != y ? 0x7fff : b) : y != y ? a : AW_LESSER)
AW_BINARY(__aw_max, x != x ? (y != y ? 0x7fff : b) : y != y ? a : AW_GREATER)
AW_BINARY(__aw_min_nan, x != x || y != y ? 0x7fff : AW_LESSER)
AW_BINARY(__aw_max_nan, x != x || y != y ? 0x7fff : AW_GREATER)
#undef AW_GREATER
#undef AW_LESSER
#undef AW_BINARY

#define AW_TERNARY(word, narrow) \
	AW_OPERATION unsigned short AW_NAME(word)(unsigned short a, unsigned short b, unsigned short c) \
	{ \
		return narrow(AW_FUSED(AW_WIDEN(a), AW_WIDEN(b), AW_WIDEN(c))); \
	} \
	AW_OPERATION unsigned int AW_PAIR(word)(unsigned int a, unsigned int b, unsigned int c) \
	{ \
		unsigned int low_ = AW_NAME(word)((unsigned short)a, (unsigned short)b, (unsigned short)c); \
		unsigned int high_ = AW_NAME(word)((unsigned short)(a >> 16), (unsigned short)(b >> 16), (unsigned short)(c >> 16)); \
		return high_ << 16 | low_; \
	}
AW_TERNARY(__aw_fma, AW_NARROW)
AW_TERNARY(__aw_fma_sat, AW_NAME(__aw_saturated))
AW_TERNARY(__aw_fma_relu, AW_NAME(__aw_positive))
#undef AW_TERNARY
