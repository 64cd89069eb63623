// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
//
// Exact functions of floating-point numbers (rounding to integers, parts, neighbours, minima, classes)
// against the host's C library, over special numbers and random bit patterns, and half precision against
// its definition over all its numbers.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/support/adapters.h"
#include "unit/unit.h"

enum { ROUNDS = 100000 };

static uint64_t random_bits(void)
{
	static uint64_t state;
	uint64_t z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static const double special[] = { 0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, INFINITY, -INFINITY, NAN,
	0x1.fffffep-2, 0x1.fffffffffffffp-2, 0x1p-149, -0x1p-149, 0x1p-126, 0x1.fffffep127, 0x1.fffffffffffffp1023,
	0x1p-1074, 0x1p-1022, 8388607.5, 8388609, 4503599627370495.5, 4503599627370497, 0x1p31, 0x1p63, -0x1p63 };
enum { SPECIALS = sizeof special / sizeof *special };

static double draw_double(void)
{
	uint64_t bits = random_bits(), kind = bits % 4;
	double x;
	if (kind == 0)
		return special[random_bits() % SPECIALS];
	bits = random_bits();
	if (kind == 1)
		bits = (bits & 0x800fffffffffffffu) | (1015 + random_bits() % 70) << 52;
	memcpy(&x, &bits, sizeof x);
	return x;
}

static float draw_float(void)
{
	uint32_t bits = (uint32_t)random_bits();
	float x;
	if (random_bits() % 2)
		return (float)draw_double();
	memcpy(&x, &bits, sizeof x);
	return x;
}

static int same(double a, double b) { return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a); }

#define SAME(result, wanted) CHECK(same(result, wanted))

// The C library's fmin and fmax leave open which zero they give, and what becomes of signalling NaN.
static double lesser(double a, double b) { return isnan(a) || b < a || (a == b && signbit(b)) ? b : a; }
static double greater(double a, double b) { return -lesser(-a, -b); }

// The C library's ilogb has other values for NaN and 0.
static int exponent(double x)
{
	return isnan(x) || x == 0 ? INT_MIN : isinf(x) ? INT_MAX : ilogb(x);
}

// Conversions to long long saturate on the device.
static long long whole(double x)
{
	if (isnan(x) || x < -0x1p63)
		return LLONG_MIN;
	return x >= 0x1p63 ? LLONG_MAX : (long long)x;
}

#define CHECK_TYPE(type, f, isnan_, isinf_, finite_, signbit_) \
	static void check_##type(type x, type y, int n) \
	{ \
		type part, wanted_part; \
		int power, wanted_power = 0; \
		SAME(__nv_floor##f(x), floor(x)); \
		SAME(__nv_ceil##f(x), ceil(x)); \
		SAME(__nv_trunc##f(x), trunc(x)); \
		SAME(__nv_rint##f(x), rint(x)); \
		SAME(__nv_nearbyint##f(x), nearbyint(x)); \
		SAME(__nv_round##f(x), round(x)); \
		CHECK(__nv_llrint##f(x) == whole(rint(x))); \
		CHECK(__nv_llround##f(x) == whole(round(x))); \
		SAME(__nv_modf##f(x, &part), modf##f(x, &wanted_part)); \
		SAME(part, wanted_part); \
		SAME(__nv_frexp##f(x, &power), frexp##f(x, &wanted_power)); \
		CHECK(!isfinite(x) || power == wanted_power); \
		SAME(__nv_ldexp##f(x, n), ldexp##f(x, n)); \
		SAME(__nv_scalbn##f(x, n), scalbn##f(x, n)); \
		CHECK(__nv_ilogb##f(x) == exponent(x)); \
		SAME(__nv_logb##f(x), logb(x)); \
		SAME(__nv_fabs##f(x), fabs(x)); \
		SAME(__nv_copysign##f(x, y), copysign##f(x, y)); \
		CHECK(!!signbit_(x) == !!signbit(x)); \
		CHECK(!!isnan_(x) == !!isnan(x)); \
		CHECK(!!isinf_(x) == !!isinf(x)); \
		CHECK(!!finite_(x) == !!isfinite(x)); \
		SAME(__nv_fmin##f(x, y), lesser(x, y)); \
		SAME(__nv_fmax##f(x, y), greater(x, y)); \
		SAME(__nv_fdim##f(x, y), fdim##f(x, y)); \
		SAME(__nv_nextafter##f(x, y), nextafter##f(x, y)); \
	}

CHECK_TYPE(float, f, __nv_isnanf, __nv_isinff, __nv_finitef, __nv_signbitf)
CHECK_TYPE(double, , __nv_isnand, __nv_isinfd, __nv_isfinited, __nv_signbitd)

// A half number by its definition.
static double half_value(unsigned bits)
{
	int power = bits >> 10 & 31, fraction = bits & 1023;
	double size = power == 31 ? (fraction ? NAN : INFINITY) :
	              power ? ldexp(1024 + fraction, power - 25) : ldexp(fraction, -24);
	return bits >> 15 ? -size : size;
}

static void check_half(void)
{
	for (unsigned bits = 0; bits < 65536; bits++) {
		double value = half_value(bits);
		SAME(__nv_half2float((unsigned short)bits), value);
		unsigned nan = 0x7fff, next = bits + 1;
		CHECK(__nv_float2half_rn((float)value) == (isnan(value) ? nan : bits));
		if ((bits & 0x7fff) >= 0x7bff)
			continue;
		// Between two neighbours: below the middle, at it, above it.
		double middle = (value + half_value(next)) / 2, little = (half_value(next) - value) / 64;
		CHECK(__nv_float2half_rn((float)(middle - little)) == bits);
		CHECK(__nv_float2half_rn((float)middle) == bits + bits % 2);
		CHECK(__nv_float2half_rn((float)(middle + little)) == next);
	}
	CHECK(__nv_float2half_rn(65519.99f) == 0x7bff);
	CHECK(__nv_float2half_rn(65520.0f) == 0x7c00);
}

static void check_bits(double x, float y)
{
	uint64_t bits;
	uint32_t word;
	memcpy(&bits, &x, sizeof bits);
	memcpy(&word, &y, sizeof word);
	CHECK(__nv_double_as_longlong(x) == bits);
	CHECK((uint32_t)__nv_double2hiint(x) == bits >> 32);
	CHECK((uint32_t)__nv_double2loint(x) == (uint32_t)bits);
	SAME(__nv_longlong_as_double((long long)bits), x);
	SAME(__nv_hiloint2double((int)(bits >> 32), (int)bits), x);
	CHECK((uint32_t)__nv_float_as_int(y) == word && __nv_float_as_uint(y) == word);
	SAME(__nv_int_as_float((int)word), y);
	SAME(__nv_uint_as_float(word), y);
	SAME(__nv_int2double_rn((int)word), (int)word);
	SAME(__nv_uint2double_rn(word), word);
	SAME(__nv_saturatef(y), y > 0 ? (y < 1 ? y : 1) : 0.0f);
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		int n = (int)(random_bits() % (i % 2 ? 4600 : 600)) - (i % 2 ? 2300 : 300);
		float a = draw_float();
		double x = draw_double();
		check_float(a, i % 8 ? draw_float() : a, i % 1000 ? n : INT_MIN);
		check_double(x, i % 8 ? draw_double() : x, i % 1000 ? n : INT_MAX);
		check_bits(x, a);
	}
	check_half();
	return unit_finish();
}
