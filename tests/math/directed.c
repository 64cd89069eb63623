// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
// FLAGS: -frounding-math -ffp-contract=off
//
// Arithmetic and conversions in the four rounding modes against the processor's own, whose mode is
// changed by fesetround: over special numbers, random bit patterns, and numbers of like size, where
// sums cancel and roundings are close.
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/support/adapters.h"
#include "unit/unit.h"

enum { ROUNDS = 40000 };

static uint64_t random_bits(void)
{
	static uint64_t state;
	uint64_t z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static const double special[] = { 0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, INFINITY, -INFINITY, NAN,
	0x1p-149, -0x1p-149, 0x1.fffffcp-127, 0x1p-126, 0x1.fffffep127, -0x1.fffffep127, 0x1.fffffffffffffp1023,
	-0x1.fffffffffffffp1023, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1p31, -0x1p31, 0x1.fffffcp30, 0x1p32,
	0x1p63, -0x1p63, 0x1p64, 2147483647.5, -2147483648.5, 4294967295.5, 0x1.000001p0, 0x1.0000000000001p0 };
enum { SPECIALS = sizeof special / sizeof *special };

static double draw_double(void)
{
	uint64_t bits = random_bits(), kind = bits % 8;
	double x;
	if (kind == 0)
		return special[random_bits() % SPECIALS];
	bits = random_bits();
	if (kind < 4) // exponents around 0
		bits = (bits & 0x803fffffffffffffu) | (uint64_t)(1023 - 40 + random_bits() % 80) << 52;
	else if (kind == 4) // few bits set, so that results are often exact or halfway
		bits &= 0xfff0000000000000u | (uint64_t)(random_bits() % 64) << 46 | random_bits() % 4;
	else if (kind == 5) // the ends of the range
		bits = (bits & 0x800fffffffffffffu) | (random_bits() % 2 ? random_bits() % 80 : 2046 - random_bits() % 80) << 52;
	memcpy(&x, &bits, sizeof x);
	return x;
}

static float draw_float(void)
{
	uint32_t kind = random_bits() % 8, bits = (uint32_t)random_bits();
	float x;
	if (kind == 0)
		return (float)special[random_bits() % SPECIALS];
	if (kind < 4)
		bits = (bits & 0x807fffff) | (uint32_t)(127 - 20 + random_bits() % 40) << 23;
	else if (kind == 4)
		bits &= 0xff800000 | (uint32_t)(random_bits() % 64) << 17 | (uint32_t)random_bits() % 4;
	else if (kind == 5)
		bits = (bits & 0x807fffff) | (uint32_t)(random_bits() % 2 ? random_bits() % 30 : 254 - random_bits() % 30) << 23;
	memcpy(&x, &bits, sizeof x);
	return x;
}

static int same(double a, double b) { return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a); }

#define SAME(result, wanted, ...) \
	do { \
		double result_ = result, wanted_ = wanted; \
		if (!same(result_, wanted_) && unit_failed < UNIT_SHOWN) \
			fprintf(stderr, "%a is not %a for %a %a %a\n", result_, wanted_, __VA_ARGS__); \
		CHECK(same(result_, wanted_)); \
	} while (0)

// EXPRESSION in the processor's rounding mode MODE.
#define IN(type, mode, expression) \
	({ \
		fesetround(mode); \
		volatile type value_ = (expression); \
		fesetround(FE_TONEAREST); \
		value_; \
	})

// The integer that PTX's cvt gives for a number already rounded to an integer.
static long double saturated(double whole, long double least, long double greatest)
{
	return whole < least ? least : whole > greatest ? greatest : (long double)whole;
}

#define WHOLE(mode, result, x, least, greatest, nan) \
	CHECK((long double)(result) == \
	      (isnan(x) ? (long double)(nan) : saturated(IN(double, mode, nearbyint(x)), least, greatest)))

// All functions of one mode.
#define CHECK_MODE(suffix, mode) \
	static void check_float_##suffix(volatile float a, volatile float b, volatile float c) \
	{ \
		volatile float opposite = -(a * b); \
		SAME(__nv_fadd_##suffix(a, b), IN(float, mode, a + b), a, b, c); \
		SAME(__nv_fsub_##suffix(a, b), IN(float, mode, a - b), a, b, c); \
		SAME(__nv_fmul_##suffix(a, b), IN(float, mode, a * b), a, b, c); \
		SAME(__nv_fdiv_##suffix(a, b), IN(float, mode, a / b), a, b, c); \
		SAME(__nv_frcp_##suffix(a), IN(float, mode, 1 / a), a, b, c); \
		SAME(__nv_fsqrt_##suffix(a), IN(float, mode, sqrtf(a)), a, b, c); \
		SAME(__nv_fmaf_##suffix(a, b, c), IN(float, mode, fmaf(a, b, c)), a, b, c); \
		SAME(__nv_fmaf_ieee_##suffix(a, b, c), IN(float, mode, fmaf(a, b, c)), a, b, c); \
		SAME(__nv_fmaf_##suffix(a, b, opposite), IN(float, mode, fmaf(a, b, opposite)), a, b, opposite); \
		WHOLE(mode, __nv_float2int_##suffix(a), a, INT32_MIN, INT32_MAX, 0); \
		WHOLE(mode, __nv_float2uint_##suffix(a), a, 0, UINT32_MAX, 0); \
		WHOLE(mode, __nv_float2ll_##suffix(a), a, INT64_MIN, INT64_MAX, INT64_MIN); \
		WHOLE(mode, __nv_float2ull_##suffix(a), a, 0, UINT64_MAX, 0x1p63L); \
	} \
	static void check_double_##suffix(volatile double a, volatile double b, volatile double c) \
	{ \
		volatile double opposite = -(a * b); \
		SAME(__nv_dadd_##suffix(a, b), IN(double, mode, a + b), a, b, c); \
		SAME(__nv_dsub_##suffix(a, b), IN(double, mode, a - b), a, b, c); \
		SAME(__nv_dmul_##suffix(a, b), IN(double, mode, a * b), a, b, c); \
		SAME(__nv_ddiv_##suffix(a, b), IN(double, mode, a / b), a, b, c); \
		SAME(__nv_drcp_##suffix(a), IN(double, mode, 1 / a), a, b, c); \
		SAME(__nv_dsqrt_##suffix(a), IN(double, mode, sqrt(a)), a, b, c); \
		SAME(__nv_fma_##suffix(a, b, c), IN(double, mode, fma(a, b, c)), a, b, c); \
		SAME(__nv_fma_##suffix(a, b, opposite), IN(double, mode, fma(a, b, opposite)), a, b, opposite); \
		SAME(__nv_double2float_##suffix(a), IN(float, mode, (float)a), a, b, c); \
		WHOLE(mode, __nv_double2int_##suffix(a), a, INT32_MIN, INT32_MAX, INT32_MIN); \
		WHOLE(mode, __nv_double2uint_##suffix(a), a, 0, UINT32_MAX, 0x1p31L); \
		WHOLE(mode, __nv_double2ll_##suffix(a), a, INT64_MIN, INT64_MAX, INT64_MIN); \
		WHOLE(mode, __nv_double2ull_##suffix(a), a, 0, UINT64_MAX, 0x1p63L); \
	} \
	static void check_integer_##suffix(uint64_t x) \
	{ \
		volatile long double s = (int64_t)x, u = x, s32 = (int32_t)x, u32 = (uint32_t)x; \
		SAME(__nv_ll2float_##suffix((int64_t)x), IN(float, mode, (float)s), (double)s, 0.0, 0.0); \
		SAME(__nv_ull2float_##suffix(x), IN(float, mode, (float)u), (double)u, 0.0, 0.0); \
		SAME(__nv_ll2double_##suffix((int64_t)x), IN(double, mode, (double)s), (double)s, 0.0, 0.0); \
		SAME(__nv_ull2double_##suffix(x), IN(double, mode, (double)u), (double)u, 0.0, 0.0); \
		SAME(__nv_int2float_##suffix((int32_t)x), IN(float, mode, (float)s32), (double)s32, 0.0, 0.0); \
		SAME(__nv_uint2float_##suffix((uint32_t)x), IN(float, mode, (float)u32), (double)u32, 0.0, 0.0); \
	}

CHECK_MODE(rn, FE_TONEAREST)
CHECK_MODE(rz, FE_TOWARDZERO)
CHECK_MODE(rd, FE_DOWNWARD)
CHECK_MODE(ru, FE_UPWARD)

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		float a = draw_float(), b = draw_float(), c = draw_float();
		double x = draw_double(), y = draw_double(), z = draw_double();
		uint64_t bits = random_bits() >> random_bits() % 64;
#define CHECK_ALL(suffix) \
	check_float_##suffix(a, b, c); \
	check_double_##suffix(x, y, z); \
	check_integer_##suffix(i % 4 ? bits : -bits);
		CHECK_ALL(rn)
		CHECK_ALL(rz)
		CHECK_ALL(rd)
		CHECK_ALL(ru)
	}
	return unit_finish();
}
