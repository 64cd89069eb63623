// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sobol's quasirandom sequences in the order of Gray codes (Antonov and Saleev, 1979) with the direction numbers of Joe and Kuo.
// A dimension's numbers lie together in memory.
//
// Scrambled sequences here are Sobol's with one random word for each dimension added without carry (a digital shift; Owen,
// "Randomly permuted (t,m,s)-nets", 1995): as good as cuRAND's, though not the same numbers.
#include "rng_sobol.h"

#include <stdlib.h>

extern const unsigned char aw_rng_joe_kuo[];

// The N-th primitive polynomial has degree s: how many there are of each.
static const int polynomials[] = { 1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630, 756, 1800, 2048, 7710, 7776 };
enum { DEGREES = sizeof(polynomials) / sizeof(polynomials[0]) };

static uint64_t (*vectors)[64];     // of 64 bits by dimension
static uint32_t (*vectors32)[32];
static uint64_t scrambles[AW_RNG_DIMENSIONS];
static uint32_t scrambles32[AW_RNG_DIMENSIONS];
static pthread_once_t made = PTHREAD_ONCE_INIT;

static uint32_t read_bits(size_t *at, int width)
{
	uint32_t value = 0;
	for (int i = 0; i < width; i++, ++*at)
		value |= (uint32_t)(aw_rng_joe_kuo[*at / 8] >> *at % 8 & 1) << i;
	return value;
}

// The recurrence of a primitive polynomial of degree S with inner coefficients A.
static void extend(uint64_t v[64], int s, uint32_t a)
{
	for (int k = s; k < 64; k++) {
		v[k] = v[k - s] ^ v[k - s] >> s;
		for (int i = 1; i < s; i++)
			if (a >> (s - 1 - i) & 1)
				v[k] ^= v[k - i];
	}
}

// A bijection that mixes (the finalizer of MurmurHash3).
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ull;
	return x ^ x >> 33;
}

static void make(void)
{
	size_t at = 0;
	int degree = 1, left = polynomials[0];
	vectors = malloc(AW_RNG_DIMENSIONS * sizeof(*vectors));
	vectors32 = malloc(AW_RNG_DIMENSIONS * sizeof(*vectors32));
	if (!vectors || !vectors32)
		return;
	for (int k = 0; k < 64; k++)
		vectors[0][k] = 1ull << (63 - k);
	for (int d = 1; d < AW_RNG_DIMENSIONS; d++, left--) {
		if (left == 0)
			left = polynomials[degree++];
		uint32_t a = read_bits(&at, degree - 1);
		for (int k = 0; k < degree; k++)
			vectors[d][k] = (uint64_t)(read_bits(&at, k) * 2 + 1) << (63 - k);
		extend(vectors[d], degree, a);
	}
	for (int d = 0; d < AW_RNG_DIMENSIONS; d++) {
		for (int k = 0; k < 32; k++)
			vectors32[d][k] = (uint32_t)(vectors[d][k] >> 32);
		scrambles[d] = mix((uint64_t)d + 0x9e3779b97f4a7c15ull);
		scrambles32[d] = (uint32_t)(scrambles[d] >> 32);
	}
}

const aw_rng_sobol_tables *aw_rng_sobol_open(void)
{
	static aw_rng_sobol_tables tables;
	pthread_once(&made, make);
	tables = (aw_rng_sobol_tables){ vectors32, vectors, scrambles32, scrambles };
	return vectors && vectors32 ? &tables : NULL;
}

// --- the sources ---

typedef struct sobol {
	uint64_t base, at; // the first number of this filling, and the next
	unsigned dimension, dimensions;
	bool scrambled;
} sobol;

static void *begin(const aw_rng_start *start, bool scrambled)
{
	sobol *s = aw_rng_sobol_open() ? calloc(1, sizeof(*s)) : NULL;
	if (s)
		*s = (sobol){ start->position, start->position, 0, start->dimensions, scrambled };
	return s;
}

static void *begin_plain(const aw_rng_start *start)
{
	return begin(start, false);
}

static void *begin_scrambled(const aw_rng_start *start)
{
	return begin(start, true);
}

static void choose(void *state, unsigned dimension)
{
	sobol *s = state;
	s->dimension = dimension;
	if (dimension == s->dimensions)
		s->base = s->at;
	s->at = s->base;
}

// The element that Gray code's step to number N changes: the zeros at the end of N.
#define TAKE(name, word, bits, table, scramble) \
	static void name(void *state, aw_rng_draw draw, size_t count, void *to) \
	{ \
		const sobol *s = state; \
		const word *v = table[s->dimension]; \
		word n = (word)s->at, gray = n ^ n >> 1, x = s->scrambled ? scramble[s->dimension] : 0, *out = to; \
		(void)draw; \
		for (int k = 0; k < bits; k++) \
			x ^= gray >> k & 1 ? v[k] : 0; \
		for (size_t i = 0; i < count; i++) { \
			out[i] = x; \
			n++; \
			x ^= v[n ? __builtin_ctzll(n) : bits - 1]; \
		} \
	}
TAKE(take32, uint32_t, 32, vectors32, scrambles32)
TAKE(take64, uint64_t, 64, vectors, scrambles)

static int skipped(const void *state, aw_rng_draw draw)
{
	(void)state, (void)draw;
	return 0;
}

static void move(void *state, size_t numbers)
{
	((sobol *)state)->at += numbers;
}

static uint64_t position(const void *state)
{
	return ((const sobol *)state)->base;
}

static bool has_ordering(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_QUASI_DEFAULT;
}

#define SOURCE(name, type, family, begin, take) \
	const aw_rng_source name = { type, family, true, true, has_ordering, begin, take, skipped, move, position, choose };
SOURCE(aw_rng_sobol32, CURAND_RNG_QUASI_SOBOL32, AW_RNG_SINGLE, begin_plain, take32)
SOURCE(aw_rng_scrambled32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, AW_RNG_SINGLE, begin_scrambled, take32)
SOURCE(aw_rng_sobol64, CURAND_RNG_QUASI_SOBOL64, AW_RNG_SINGLE64, begin_plain, take64)
SOURCE(aw_rng_scrambled64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, AW_RNG_SINGLE64, begin_scrambled, take64)
