// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a distribution from raw words, as cuRAND's device functions make them: what lies at 0 is left out of uniform
// numbers, normal ones come by pairs (Box and Muller, 1958) or by the inverse of the distribution function (Wichura,
// "Algorithm AS 241", 1988).
#include <math.h>

#include "rng.h"
#include "rng_poisson.h"

#define TURN 6.2831853071795865
#define MRG_NORM 2.3283065498378288e-10

static bool by_pairs(aw_rng_family family)
{
	return family == AW_RNG_PAIRS || family == AW_RNG_MRG;
}

aw_rng_draw aw_rng_draw_of(aw_rng_family family, aw_rng_kind kind)
{
	int words = family == AW_RNG_PAIRS ? 2 : 1; // of a double
	switch (kind) {
	case AW_RNG_UNIFORM_DOUBLE:
		return (aw_rng_draw){ words, 1 };
	case AW_RNG_NORMAL: case AW_RNG_LOG_NORMAL:
		return by_pairs(family) ? (aw_rng_draw){ 2, 2 } : (aw_rng_draw){ 1, 1 };
	case AW_RNG_NORMAL_DOUBLE: case AW_RNG_LOG_NORMAL_DOUBLE: case AW_RNG_POISSON_NORMAL:
		return by_pairs(family) ? (aw_rng_draw){ 2 * words, 2 } : (aw_rng_draw){ 1, 1 };
	default:
		return (aw_rng_draw){ 1, 1 };
	}
}

size_t aw_rng_size_of(aw_rng_kind kind)
{
	switch (kind) {
	case AW_RNG_LONG_BITS: case AW_RNG_UNIFORM_DOUBLE: case AW_RNG_NORMAL_DOUBLE: case AW_RNG_LOG_NORMAL_DOUBLE: return 8;
	default: return 4;
	}
}

// --- uniform ---

static inline float uniform(uint32_t x)
{
	return (float)x * 0x1p-32f + 0x1p-33f;
}

static inline double uniform_pair(uint32_t x, uint32_t y)
{
	return (double)(x ^ (uint64_t)y << 21) * 0x1p-53 + 0x1p-54;
}

static void uniforms(aw_rng_family family, const uint32_t *words, size_t count, float *out)
{
	const uint64_t *longs = (const uint64_t *)words;
	for (size_t i = 0; family == AW_RNG_SINGLE64 && i < count; i++)
		out[i] = uniform((uint32_t)(longs[i] >> 32));
	for (size_t i = 0; family == AW_RNG_MRG && i < count; i++)
		out[i] = (float)(words[i] * MRG_NORM);
	for (size_t i = 0; family != AW_RNG_SINGLE64 && family != AW_RNG_MRG && i < count; i++)
		out[i] = uniform(words[i]);
}

static double uniform_double(aw_rng_family family, const uint32_t *words, size_t draw)
{
	switch (family) {
	case AW_RNG_PAIRS: return uniform_pair(words[2 * draw], words[2 * draw + 1]);
	case AW_RNG_MRG: return words[draw] * MRG_NORM;
	case AW_RNG_SINGLE: case AW_RNG_TWISTER: return words[draw] * 0x1p-32 + 0x1p-32;
	default: return (double)(((const uint64_t *)words)[draw] >> 11) * 0x1p-53 + 0x1p-54;
	}
}

// --- normal ---

typedef struct pair {
	double a, b;
} pair;

static pair float_pair(aw_rng_family family, uint32_t x, uint32_t y)
{
	bool mrg = family == AW_RNG_MRG;
	float u = mrg ? (float)(x * MRG_NORM) : uniform(x);
	float angle = mrg ? (float)(y * MRG_NORM) * (float)TURN : (float)y * (0x1p-32f * (float)TURN) + 0x1p-33f * (float)TURN;
	float length = sqrtf(-2.0f * logf(u));
	return (pair){ sinf(angle) * length, cosf(angle) * length };
}

static pair double_pair(aw_rng_family family, const uint32_t *words, size_t draw)
{
	double u = uniform_double(family, words, 2 * draw), angle = uniform_double(family, words, 2 * draw + 1) * TURN;
	double length = sqrt(-2.0 * log(u));
	return (pair){ sin(angle) * length, cos(angle) * length };
}

static double polynomial(const double *c, int degree, double x)
{
	double sum = c[degree];
	while (degree-- > 0)
		sum = sum * x + c[degree];
	return sum;
}

// Where the distribution function of the normal distribution is P, from 0 to 0.5.
static double inverse_normal(double p)
{
	static const double a[] = { 3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
		1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4,
		2.5090809287301226727e+3 };
	static const double b[] = { 1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
		2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3 };
	static const double c[] = { 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
		3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2,
		7.74545014278341407640e-4 };
	static const double d[] = { 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
		1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9 };
	static const double e[] = { 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
		2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5,
		2.01033439929228813265e-7 };
	static const double f[] = { 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
		7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15 };
	double q = p - 0.5, r = 0.180625 - q * q;
	if (r >= 0)
		return q * polynomial(a, 7, r) / polynomial(b, 7, r);
	r = sqrt(-log(p));
	if (r <= 5)
		return -polynomial(c, 7, r - 1.6) / polynomial(d, 7, r - 1.6);
	return -polynomial(e, 7, r - 5) / polynomial(f, 7, r - 5);
}

// The smaller half has more digits.
static double inverse_at(aw_rng_family family, const uint32_t *words, size_t i, bool wide)
{
	if (family == AW_RNG_SINGLE64 && wide) {
		uint64_t x = ((const uint64_t *)words)[i] >> 11;
		bool upper = x > 1ull << 52;
		double normal = inverse_normal((double)(upper ? (1ull << 53) - 1 - x : x) * 0x1p-53 + 0x1p-54);
		return upper ? -normal : normal;
	}
	uint32_t x = family == AW_RNG_SINGLE64 ? (uint32_t)(((const uint64_t *)words)[i] >> 32) : words[i];
	bool upper = x > 0x80000000u;
	x = upper ? ~x : x;
	double normal = inverse_normal(wide && family == AW_RNG_SINGLE ? x * 0x1p-32 + 0x1p-33 : uniform(x));
	if (family == AW_RNG_TWISTER)
		normal = (float)normal;
	return upper ? -normal : normal;
}

static pair normals(aw_rng_family family, const uint32_t *words, size_t draw, bool wide)
{
	if (by_pairs(family))
		return wide ? double_pair(family, words, draw) : float_pair(family, words[2 * draw], words[2 * draw + 1]);
	return (pair){ inverse_at(family, words, draw, wide), 0 };
}

static void normal_numbers(aw_rng_family family, const aw_rng_wish *wish, const uint32_t *words, size_t count, void *out)
{
	bool whole = wish->kind == AW_RNG_POISSON_NORMAL, wide = whole || aw_rng_size_of(wish->kind) == 8;
	bool exponential = wish->kind == AW_RNG_LOG_NORMAL || wish->kind == AW_RNG_LOG_NORMAL_DOUBLE;
	int each = by_pairs(family) ? 2 : 1;
	for (size_t i = 0; i < count; i++) {
		pair p = normals(family, words, i, wide);
		double both[2] = { p.a, p.b };
		for (int k = 0; k < each; k++) {
			size_t at = i * (size_t)each + (size_t)k;
			double x = wide ? fma(wish->deviation, both[k], wish->mean)
			                : fmaf((float)wish->deviation, (float)both[k], (float)wish->mean);
			if (exponential)
				x = wide ? exp(x) : expf((float)x);
			if (whole)
				((uint32_t *)out)[at] = (uint32_t)(x + 0.5);
			else if (wide)
				((double *)out)[at] = x;
			else
				((float *)out)[at] = (float)x;
		}
	}
}

// --- all ---

static void bits(aw_rng_family family, const uint32_t *words, size_t count, uint32_t *out)
{
	for (size_t i = 0; i < count; i++)
		out[i] = family == AW_RNG_MRG ? (uint32_t)(words[i] * 1.000000048662) : words[i];
}

void aw_rng_numbers(aw_rng_family family, const aw_rng_wish *wish, const void *words, size_t count, void *numbers)
{
	switch (wish->kind) {
	case AW_RNG_BITS: bits(family, words, count, numbers); break;
	case AW_RNG_LONG_BITS:
		for (size_t i = 0; i < count; i++)
			((uint64_t *)numbers)[i] = ((const uint64_t *)words)[i];
		break;
	case AW_RNG_UNIFORM: uniforms(family, words, count, numbers); break;
	case AW_RNG_UNIFORM_DOUBLE:
		for (size_t i = 0; i < count; i++)
			((double *)numbers)[i] = uniform_double(family, words, i);
		break;
	case AW_RNG_POISSON: aw_rng_poisson_numbers(family, wish->poisson, words, count, numbers); break;
	default: normal_numbers(family, wish, words, count, numbers); break;
	}
}
