// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MRG32k3a (L'Ecuyer, 1999) in 81920 lanes, or 4096 in the old order, 2^76 numbers apart.  Words are the generator's own numbers, from 1
// to its first modulus.
#include <stdlib.h>
#include <string.h>

#include "rng_lanes.h"
#define __device__
#include "../../../include/anywarp/curand_jumps.h"

#define M1 4294967087u
#define M2 4294944443u

typedef struct lane {
	uint32_t s1[3], s2[3];
} lane;
typedef struct lanes {
	aw_rng_turn turn;
	lane lane[];
} lanes;

static inline uint32_t next(lanes *all, size_t at)
{
	lane *l = &all->lane[at];
	uint32_t a = (uint32_t)((1403580ull * l->s1[1] + 810728ull * (M1 - l->s1[0])) % M1);
	uint32_t b = (uint32_t)((527612ull * l->s2[2] + 1370589ull * (M2 - l->s2[0])) % M2);
	*l = (lane){ { l->s1[1], l->s1[2], a }, { l->s2[1], l->s2[2], b } };
	return a > b ? a - b : a - b + M1;
}
LANES_TAKE(lanes, next)

static uint32_t row(const uint32_t m[3], uint32_t x, uint32_t y, uint32_t z, uint32_t modulus)
{
	uint64_t sum = (uint64_t)m[0] * x % modulus + (uint64_t)m[1] * y % modulus + (uint64_t)m[2] * z % modulus;
	return (uint32_t)(sum % modulus);
}

static void apply(const uint32_t m[3][3], uint32_t s[3], uint32_t modulus)
{
	uint32_t x = s[0], y = s[1], z = s[2];
	for (int i = 0; i < 3; i++)
		s[i] = row(m[i], x, y, z, modulus);
}

// The power N of a matrix.
static void power(const uint32_t m[3][3], uint64_t n, uint32_t modulus, uint32_t result[3][3])
{
	uint32_t base[3][3], columns[3][3];
	memcpy(base, m, sizeof(base));
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			result[i][j] = i == j;
	for (; n; n >>= 1) {
		uint32_t(*factor[2])[3] = { n & 1 ? result : NULL, base };
		for (int which = 0; which < 2; which++) {
			if (!factor[which])
				continue;
			for (int j = 0; j < 3; j++)
				for (int i = 0; i < 3; i++)
					columns[i][j] = row(base[i], factor[which][0][j], factor[which][1][j], factor[which][2][j], modulus);
			memcpy(factor[which], columns, sizeof(columns));
		}
	}
}

static void *begin(const aw_rng_start *start)
{
	size_t count = start->ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
	lanes *all = malloc(sizeof(*all) + count * sizeof(lane));
	if (!all)
		return NULL;
	all->turn = (aw_rng_turn){ count, start->position % count, start->position / count };
	uint32_t low = (uint32_t)start->seed ^ 0x55555555u, high = (uint32_t)(start->seed >> 32) ^ 0xaaaaaaaau;
	uint32_t step1[3][3], step2[3][3];
	lane l;
	for (int i = 0; i < 3; i++) {
		l.s1[i] = start->seed ? (uint32_t)(12345ull * (i % 2 ? high : low) % M1) : 12345;
		l.s2[i] = start->seed ? (uint32_t)(12345ull * (i % 2 ? low : high) % M2) : 12345;
	}
	power(aw_mrg_step_1, all->turn.row, M1, step1);
	power(aw_mrg_step_2, all->turn.row, M2, step2);
	apply(step1, l.s1, M1);
	apply(step2, l.s2, M2);
	for (size_t i = 0; i < count; i++) {
		all->lane[i] = l;
		if (i < all->turn.next)
			next(all, i);
		apply(aw_mrg_subsequence_1, l.s1, M1);
		apply(aw_mrg_subsequence_2, l.s2, M2);
	}
	return all;
}

static bool has_ordering(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_PSEUDO_BEST || ordering == CURAND_ORDERING_PSEUDO_DEFAULT ||
	       ordering == CURAND_ORDERING_PSEUDO_LEGACY;
}

const aw_rng_source aw_rng_mrg32k3a = {
	CURAND_RNG_PSEUDO_MRG32K3A, AW_RNG_MRG, false, true, has_ordering, begin, lanes_take, lanes_skipped, lanes_move, lanes_position
};
