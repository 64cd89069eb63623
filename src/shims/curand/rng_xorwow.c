// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// XORWOW (Marsaglia, "Xorshift RNGs", 2003) in 4096 lanes, 2^67 numbers apart (cuRAND Library Programming Guide, "Generator
// Types").  Leaps are polynomials of the step, as in the device's generators.
#include <stdlib.h>
#include <string.h>

#include "rng_lanes.h"
#define __device__
#include "../../../include/anywarp/curand_jumps.h"

enum { LANES = 4096, WEYL = 362437 };

typedef struct lanes {
	aw_rng_turn turn;
	uint32_t v[5][LANES], d[LANES];
} lanes;

static inline uint32_t next(lanes *all, size_t lane)
{
	uint32_t t = all->v[0][lane] ^ all->v[0][lane] >> 2, last = all->v[4][lane];
	all->v[0][lane] = all->v[1][lane];
	all->v[1][lane] = all->v[2][lane];
	all->v[2][lane] = all->v[3][lane];
	all->v[3][lane] = last;
	last ^= last << 4 ^ t ^ t << 1;
	all->v[4][lane] = last;
	return last + (all->d[lane] += WEYL);
}
LANES_TAKE(lanes, next)

static void step(uint32_t v[5])
{
	uint32_t t = v[0] ^ v[0] >> 2, last = v[4];
	memmove(v, v + 1, 4 * sizeof(*v));
	v[4] = last ^ last << 4 ^ t ^ t << 1;
}

static void leap(uint32_t v[5], const uint32_t polynomial[5])
{
	uint32_t sum[5] = { 0 };
	for (int bit = 0; bit < 160; bit++) {
		for (int i = 0; i < 5 && polynomial[bit / 32] >> bit % 32 & 1; i++)
			sum[i] ^= v[i];
		step(v);
	}
	memcpy(v, sum, sizeof(sum));
}

// The lane that V and D begin, ROWS numbers on.
static void set_lane(lanes *all, size_t lane, const uint32_t v[5], uint32_t d, uint64_t rows)
{
	uint32_t moved[5];
	memcpy(moved, v, sizeof(moved));
	all->d[lane] = d + WEYL * (uint32_t)rows;
	for (int k = 0; rows; k++, rows >>= 1)
		if (rows & 1)
			leap(moved, aw_xorwow_steps[k]);
	for (int i = 0; i < 5; i++)
		all->v[i][lane] = moved[i];
}

static void *begin(const aw_rng_start *start)
{
	lanes *all = calloc(1, sizeof(*all));
	if (!all)
		return NULL;
	uint32_t low = 1099087573u * ((uint32_t)start->seed ^ 0xaad26b49u);
	uint32_t high = 2591861531u * ((uint32_t)(start->seed >> 32) ^ 0xf7dcefddu);
	uint32_t v[5] = { 123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low };
	all->turn = (aw_rng_turn){ LANES, start->position % LANES, start->position / LANES };
	for (size_t lane = 0; lane < LANES; lane++) {
		set_lane(all, lane, v, 6615241u + high + low, all->turn.row + (lane < all->turn.next));
		leap(v, aw_xorwow_sequences[0]);
	}
	return all;
}

static bool has_ordering(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_PSEUDO_BEST || ordering == CURAND_ORDERING_PSEUDO_DEFAULT ||
	       ordering == CURAND_ORDERING_PSEUDO_LEGACY;
}

const aw_rng_source aw_rng_xorwow = {
	CURAND_RNG_PSEUDO_XORWOW, AW_RNG_PAIRS, false, true, has_ordering, begin, lanes_take, lanes_skipped, lanes_move, lanes_position
};
