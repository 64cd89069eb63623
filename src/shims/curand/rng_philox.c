// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Philox4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011).  Four neighbouring numbers are of one of 65536
// sequences, of which each gives four in turn; numbers of two words take two of its counters.
#include <stdlib.h>

#include "rng.h"

enum { SEQUENCES = 65536 };

typedef struct place {
	uint64_t seed, position; // of numbers
} place;

static void philox(uint64_t seed, uint64_t counter, uint32_t sequence, uint32_t out[4])
{
	uint32_t x = (uint32_t)counter, y = (uint32_t)(counter >> 32), z = sequence, w = 0;
	uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
	for (int round = 0; round < 10; round++) {
		uint64_t a = (uint64_t)0xd2511f53u * x, b = (uint64_t)0xcd9e8d57u * z;
		x = (uint32_t)(b >> 32) ^ y ^ key[0];
		y = (uint32_t)b;
		z = (uint32_t)(a >> 32) ^ w ^ key[1];
		w = (uint32_t)a;
		key[0] += 0x9e3779b9u;
		key[1] += 0xbb67ae85u;
	}
	out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

static void *begin(const aw_rng_start *start)
{
	place *p = malloc(sizeof(*p));
	if (p)
		*p = (place){ start->seed, start->position };
	return p;
}

static int skipped(const void *state, aw_rng_draw draw)
{
	const place *p = state;
	return (int)(p->position % (unsigned)draw.numbers);
}

// The words of numbers from FIRST on: EACH words a number.
static void take(void *state, aw_rng_draw draw, size_t count, void *to)
{
	const place *p = state;
	uint32_t *words = to, group[8];
	unsigned each = (unsigned)(draw.words / draw.numbers);
	uint64_t number = p->position - p->position % (unsigned)draw.numbers, end = number + count * (unsigned)draw.numbers;
	while (number < end) {
		uint64_t four = number / 4;
		for (unsigned i = 0; i < each; i++)
			philox(p->seed, four / SEQUENCES * each + i, (uint32_t)(four % SEQUENCES), group + 4 * i);
		for (; number < end && number / 4 == four; number++)
			for (unsigned i = 0; i < each; i++)
				*words++ = group[number % 4 * each + i];
	}
}

static void move(void *state, size_t numbers)
{
	place *p = state;
	p->position += numbers;
}

static uint64_t position(const void *state)
{
	const place *p = state;
	return p->position;
}

static bool has_ordering(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_PSEUDO_BEST || ordering == CURAND_ORDERING_PSEUDO_DEFAULT ||
	       ordering == CURAND_ORDERING_PSEUDO_LEGACY;
}

const aw_rng_source aw_rng_philox = {
	CURAND_RNG_PSEUDO_PHILOX4_32_10, AW_RNG_PAIRS, false, true, has_ordering, begin, take, skipped, move, position
};
