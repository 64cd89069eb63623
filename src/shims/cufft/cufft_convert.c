// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of 16 bits to floats and back, rounded to the nearest, ties to even.  Half by the magic of a multiplication: a
// half's bits, put where a float has them, are its value times 2^-112, also for subnormal ones.
#include <string.h>

#include "cufft_plan.h"

static float float_of(unsigned bits)
{
	float f;
	memcpy(&f, &bits, sizeof(f));
	return f;
}

static unsigned bits_of(float f)
{
	unsigned bits;
	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

static float half_widen(unsigned short half)
{
	unsigned magnitude = half & 0x7fffu, sign = (half & 0x8000u) << 16;
	float value = magnitude >= 0x7c00 ? float_of(magnitude << 13 | 0x7f800000) : float_of(magnitude << 13) * 0x1p112f;
	return float_of(bits_of(value) | sign);
}

static unsigned short half_narrow(float value)
{
	unsigned bits = bits_of(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
	if (magnitude > 0x7f800000)
		return (unsigned short)(sign | 0x7fff);
	if (magnitude >= 0x477ff000) // from 65520 on
		return (unsigned short)(sign | 0x7c00);
	if (magnitude < 0x38800000) // below 2^-14: the sum's last place is 2^-24
		return (unsigned short)(sign | (bits_of(float_of(magnitude) + 0.5f) - bits_of(0.5f)));
	magnitude += 0xfff + (magnitude >> 13 & 1);
	return (unsigned short)(sign | ((magnitude >> 13) - (112 << 10)));
}

static unsigned short bf16_narrow(float value)
{
	unsigned bits = bits_of(value);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return 0x7fff;
	return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

void aw_cufft_widen(aw_cufft_format format, const void *from, float *to, long long count)
{
	const unsigned short *words = from;
	for (long long i = 0; i < count; i++)
		to[i] = format == AW_CUFFT_HALF ? half_widen(words[i]) : float_of((unsigned)words[i] << 16);
}

void aw_cufft_narrow(aw_cufft_format format, const float *from, void *to, long long count)
{
	unsigned short *words = to;
	for (long long i = 0; i < count; i++)
		words[i] = format == AW_CUFFT_HALF ? half_narrow(from[i]) : bf16_narrow(from[i]);
}
