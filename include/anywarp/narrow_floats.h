/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The classes of numbers of 4, 6 and 8 bits, which are alike in all formats, and what their conversions share.
 * To be included by cuda_fp4.h, cuda_fp6.h and cuda_fp8.h.
 *
 * A format F has __aw_to_F, overloaded for float, double, __half and __nv_bfloat16, and __aw_F_to_float, __aw_F_to_half.
 */
#ifndef AW_NARROW_FLOATS_H
#define AW_NARROW_FLOATS_H

#include <assert.h>

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../device_types.h"
#include "half_integers.h"

#if defined(__cplusplus)

#define AW_HD static __host__ __device__ __inline__ __attribute__((__unused__))

AW_HD unsigned int __aw_bits_of_float(float x)
{
	unsigned int bits;
	__builtin_memcpy(&bits, &x, sizeof(bits));
	return bits;
}

AW_HD float __aw_float_of_bits(unsigned int bits)
{
	float x;
	__builtin_memcpy(&x, &bits, sizeof(x));
	return x;
}

/* A float that rounds as the double does, to any format with fewer bits: its last bit is set where something is lost. */
AW_HD float __aw_round_to_odd(double x)
{
	float near_ = (float)x;
	double error_ = x - (double)near_;
	unsigned int bits = __aw_bits_of_float(near_);
	if ((error_ > 0 || error_ < 0) && !(bits & 1))
		bits = (bits >> 31) == (unsigned int)(error_ < 0) ? bits + 1 : bits - 1;
	return __aw_float_of_bits(bits);
}

/* The magnitude of an integer, rounded as above. */
template <typename T_>
AW_HD double __aw_magnitude_to_odd(T_ x)
{
	unsigned long long size_ = x > 0 ? (unsigned long long)x : 0 - (unsigned long long)x;
	return (double)((size_ & ~0x7ffull) | (size_ >> 53 ? (size_ & 0x7ff ? 0x800 : 0) : size_ & 0x7ff));
}

/* The magnitude of X, which is not NaN, in the format of DIGITS bits of significand whose exponents begin at 1 - BIAS and have no end:
 * rounded to nearest even, or towards zero. */
AW_HD unsigned int __aw_narrow(float x, int digits_, int bias_, bool nearest_)
{
	unsigned int bits = __aw_bits_of_float(x) & 0x7fffffff, lost_ = 23 - (unsigned int)digits_;
	if (bits < (unsigned int)(128 - bias_) << 23) {
		/* Subnormal: a multiple of the distance of floats at this number, where the addition rounds. */
		unsigned int unit_ = (unsigned int)(127 + 24 - bias_ - digits_) << 23;
		if (!nearest_)
			return (unsigned int)(__builtin_fabsf(x) * __aw_float_of_bits((unsigned int)(126 + bias_ + digits_) << 23));
		return __aw_bits_of_float(__builtin_fabsf(x) + __aw_float_of_bits(unit_)) - unit_;
	}
	if (nearest_)
		bits += (1u << (lost_ - 1)) - 1 + (bits >> lost_ & 1);
	return (bits >> lost_) - ((unsigned int)(127 - bias_) << digits_);
}

/* The same for formats without NaN: what is too great becomes MOST, which NaN is, too; SIGN is the bit of negative numbers. */
AW_HD unsigned int __aw_narrow_finite(float x, int digits_, int bias_, unsigned int sign, enum cudaRoundMode mode_)
{
	unsigned int most_ = sign - 1, bits = __aw_bits_of_float(x), result;
	assert(mode_ == cudaRoundNearest || mode_ == cudaRoundZero);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return most_;
	result = __aw_narrow(x, digits_, bias_, mode_ == cudaRoundNearest);
	return (bits >> 31 ? sign : 0) | (result < most_ ? result : most_);
}

AW_HD float __aw_widen_finite(unsigned int x, int digits_, int bias_, unsigned int sign)
{
	unsigned int magnitude_ = x & (sign - 1);
	float unit_ = __aw_float_of_bits((unsigned int)(128 - bias_ - digits_) << 23), result;
	if (magnitude_ >> digits_)
		result = __aw_float_of_bits((magnitude_ << (23 - digits_)) + ((unsigned int)(127 - bias_) << 23));
	else
		result = (float)magnitude_ * unit_;
	return x & sign ? -result : result;
}

#undef AW_HD

/* --- classes --- */

#define AW_NARROW_HD __host__ __device__ __inline__
#define AW_NARROW_FROM(name, type, value) explicit AW_NARROW_HD name(const type x) : __x(value) {}
#define AW_NARROW_FROM_TWO(name, type, value) explicit AW_NARROW_HD name(const type x, const type y) : __x(value) {}
#define AW_NARROW_TO(type, value) explicit AW_NARROW_HD operator type() const { return value; }
#define AW_NARROW_TO_INTEGER(type, kind, f) AW_NARROW_TO(type, (type)__aw_float_to_##kind(__aw_##f##_to_float(__x)))
#define AW_NARROW_PART(n, width, f) __aw_##f##_to_float(__x >> (n) * (width))
#define AW_NARROW_PAIR(x, y, width, f) ((unsigned int)__aw_to_##f(y) << (width) | __aw_to_##f(x))
#define AW_NARROW_FOUR(a, b, c, d, width, f) (AW_NARROW_PAIR(c, d, width, f) << 2 * (width) | AW_NARROW_PAIR(a, b, width, f))

/* Constructors and operators of format F of WIDTH bits, whose storage is STORAGE.  WIDE makes an integer a number that F is made of. */
#define AW_NARROW_ONE_FROM(name, f, wide) \
	AW_NARROW_FROM(name, __half, __aw_to_##f(x)) \
	AW_NARROW_FROM(name, __nv_bfloat16, __aw_to_##f(x)) \
	AW_NARROW_FROM(name, float, __aw_to_##f(x)) \
	AW_NARROW_FROM(name, double, __aw_to_##f(x)) \
	AW_NARROW_FROM(name, short, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, unsigned short, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, int, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, unsigned int, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, long, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, unsigned long, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, long long, __aw_to_##f(wide(x))) \
	AW_NARROW_FROM(name, unsigned long long, __aw_to_##f(wide(x)))
#define AW_NARROW_ONE_TO(f, truth) \
	AW_NARROW_TO(__half, __half(__aw_##f##_to_half(__x))) \
	AW_NARROW_TO(__nv_bfloat16, __float2bfloat16_rn(__aw_##f##_to_float(__x))) \
	AW_NARROW_TO(float, __aw_##f##_to_float(__x)) \
	AW_NARROW_TO(double, (double)__aw_##f##_to_float(__x)) \
	AW_NARROW_TO_INTEGER(signed char, char, f) \
	AW_NARROW_TO_INTEGER(unsigned char, uchar, f) \
	AW_NARROW_TO_INTEGER(char, char, f) \
	AW_NARROW_TO_INTEGER(short, short, f) \
	AW_NARROW_TO_INTEGER(unsigned short, ushort, f) \
	AW_NARROW_TO_INTEGER(int, int, f) \
	AW_NARROW_TO_INTEGER(unsigned int, uint, f) \
	AW_NARROW_TO_INTEGER(long, ll, f) \
	AW_NARROW_TO_INTEGER(unsigned long, ull, f) \
	AW_NARROW_TO_INTEGER(long long, ll, f) \
	AW_NARROW_TO_INTEGER(unsigned long long, ull, f) \
	AW_NARROW_TO(bool, truth)
#define AW_NARROW_PAIR_FROM(name, f, width, storage) \
	AW_NARROW_FROM(name, __half2, (storage)AW_NARROW_PAIR(x.x, x.y, width, f)) \
	AW_NARROW_FROM(name, __nv_bfloat162, (storage)AW_NARROW_PAIR(x.x, x.y, width, f)) \
	AW_NARROW_FROM(name, float2, (storage)AW_NARROW_PAIR(x.x, x.y, width, f)) \
	AW_NARROW_FROM(name, double2, (storage)AW_NARROW_PAIR(x.x, x.y, width, f))
#define AW_NARROW_PAIR_TO(f, width) \
	AW_NARROW_TO(__half2, __half2(__half(__aw_##f##_to_half(__x)), __half(__aw_##f##_to_half(__x >> (width))))) \
	AW_NARROW_TO(float2, (float2{ AW_NARROW_PART(0, width, f), AW_NARROW_PART(1, width, f) }))
#define AW_NARROW_FOUR_FROM(name, f, width, storage) \
	AW_NARROW_FROM_TWO(name, __half2, (storage)AW_NARROW_FOUR(x.x, x.y, y.x, y.y, width, f)) \
	AW_NARROW_FROM_TWO(name, __nv_bfloat162, (storage)AW_NARROW_FOUR(x.x, x.y, y.x, y.y, width, f)) \
	AW_NARROW_FROM(name, float4, (storage)AW_NARROW_FOUR(x.x, x.y, x.z, x.w, width, f)) \
	AW_NARROW_FROM(name, double4, (storage)AW_NARROW_FOUR(x.x, x.y, x.z, x.w, width, f)) \
	AW_NARROW_FROM(name, double4_16a, (storage)AW_NARROW_FOUR(x.x, x.y, x.z, x.w, width, f)) \
	AW_NARROW_FROM(name, double4_32a, (storage)AW_NARROW_FOUR(x.x, x.y, x.z, x.w, width, f))
#define AW_NARROW_FOUR_TO(f, width) \
	AW_NARROW_TO(float4, (float4{ AW_NARROW_PART(0, width, f), AW_NARROW_PART(1, width, f), AW_NARROW_PART(2, width, f), \
	                              AW_NARROW_PART(3, width, f) }))

#endif

#endif
