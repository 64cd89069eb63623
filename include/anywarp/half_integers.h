/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * From float to integers as the conversions of __half and __nv_bfloat16 do it: what is out of range becomes
 * the nearest that is in it, and NaN 0, or the highest bit alone where the integer has 64 bits.
 */
#ifndef AW_HALF_INTEGERS_H
#define AW_HALF_INTEGERS_H

#define AW_HD static __host__ __device__ __inline__ __attribute__((__unused__))

#define AW_CLAMPED(name, type, least_, most_) \
	AW_HD type __aw_float_to_##name(float x) \
	{ \
		return x != x ? 0 : x <= (float)(least_) ? (least_) : x >= (float)(most_) ? (most_) : (type)x; \
	}
AW_CLAMPED(char, signed char, -128, 127)
AW_CLAMPED(uchar, unsigned char, 0, 255)
AW_CLAMPED(short, short, -32768, 32767)
AW_CLAMPED(ushort, unsigned short, 0, 65535)
AW_CLAMPED(int, int, -0x7fffffff - 1, 0x7fffffff)
AW_CLAMPED(uint, unsigned int, 0, 0xffffffffu)
#undef AW_CLAMPED

AW_HD long long __aw_float_to_ll(float x)
{
	const long long most_ = 0x7fffffffffffffffll, least_ = -most_ - 1;
	return x >= 9223372036854775808.0f ? most_ : x > -9223372036854775808.0f ? (long long)x : least_;
}

AW_HD unsigned long long __aw_float_to_ull(float x)
{
	return x != x ? 1ull << 63 : x <= 0 ? 0 : x >= 18446744073709551616.0f ? ~0ull : (unsigned long long)x;
}

#undef AW_HD

#endif
