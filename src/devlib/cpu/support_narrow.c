// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversions that LLVM calls by these names where the processor has no instruction: from double to
// half, to bfloat16, and on old levels between half and float.  All round once, to nearest even.  An
// intermediate float is rounded to odd, which loses nothing that decides the second rounding (S. Boldo,
// G. Melquiond, "Emulation of FMA and Correctly Rounded Sums", 2008).
#include "support.h"

static inline float to_odd(double value)
{
	float nearest = (float)value;
	double back = nearest;
	if (back == value || value != value)
		return nearest;
	uint32_t bits = bits_of(nearest);
	// Towards zero, then the last bit says that something was lost.
	if (__builtin_fabs(back) > __builtin_fabs(value))
		bits--;
	return float_of(bits | 1);
}

_Float16 __truncsfhf2(float value)
{
	uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
	if (magnitude > 0x7f800000)
		return half_of(sign | 0x7e00 | (magnitude >> 13 & 0x1ff));
	if (magnitude >= 0x477ff000)
		return half_of(sign | 0x7c00);
	// Below the normal numbers of half, an addition aligns and rounds.
	if (magnitude < 0x38800000)
		return half_of(sign | (bits_of(float_of(magnitude) + 0.5f) - 0x3f000000));
	return half_of(sign | (((magnitude + 0xfff + (magnitude >> 13 & 1)) >> 13) - (112 << 10)));
}

float __extendhfsf2(_Float16 value)
{
	uint16_t bits;
	__builtin_memcpy(&bits, &value, sizeof(bits));
	uint32_t sign = (uint32_t)(bits & 0x8000) << 16, magnitude = bits & 0x7fff;
	if (magnitude >= 0x7c00)
		return float_of(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
	if (magnitude < 0x400)
		return float_of(sign | bits_of((float)magnitude * 0x1p-24f));
	return float_of(sign | ((magnitude << 13) + (112u << 23)));
}

_Float16 __truncdfhf2(double value)
{
	return (_Float16)to_odd(value);
}

// bfloat16 is the upper half of a float.  It is returned in the lower 16 bits of an SSE register, as a
// float whose lower half is the number.
static inline float narrow(float value)
{
	uint32_t bits = bits_of(value);
	if (value != value)
		return float_of((bits >> 16 | 0x40) & 0xffff);
	return float_of((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float __truncsfbf2(float value)
{
	return narrow(value);
}

float __truncdfbf2(double value)
{
	return narrow(to_odd(value));
}
