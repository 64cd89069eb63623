// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MTGP32 (Saito and Matsumoto, "Variants of Mersenne Twister suitable for graphic processors", 2013): generators with parameters of
// their own give 256 numbers in turn, 192 of them, or 64 in the old order.
//
// MT19937 (Matsumoto and Nishimura, 1998) in its own order.  cuRAND's order has 65536 lanes, which are so far apart that to find
// them takes longer than most programs draw numbers.
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#define __device__
#include "../../../include/curand_mtgp32dc_p_11213.h"

static int skipped(const void *state, aw_rng_draw draw)
{
	(void)state, (void)draw;
	return 0;
}

static void move(void *state, size_t numbers)
{
	(void)state, (void)numbers;
}

static uint64_t position(const void *state)
{
	(void)state;
	return 0;
}

// --- MTGP32 ---

enum { WORDS = MTGPDC_N, TURN = 256 };

typedef struct twister {
	uint32_t s[WORDS + TURN];
} twister;
typedef struct twisters {
	unsigned count, next, at; // NEXT gives a turn, of which AT words are gone
	uint32_t turn[TURN];
	twister twister[];
} twisters;

static void begin_twister(twister *t, const mtgp32_params_fast_t *set, uint32_t seed)
{
	uint32_t hidden = set->tbl[4] ^ set->tbl[8] << 16, fill = hidden;
	fill += fill >> 16;
	fill += fill >> 8;
	memset(t->s, (int)(fill & 0xff), WORDS * sizeof(*t->s));
	t->s[0] = seed;
	t->s[1] = hidden;
	for (uint32_t i = 1; i < WORDS; i++)
		t->s[i] ^= 1812433253u * (t->s[i - 1] ^ t->s[i - 1] >> 30) + i;
}

static void *begin(const aw_rng_start *start)
{
	unsigned count = start->ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 64 : 192;
	twisters *all = malloc(sizeof(*all) + count * sizeof(twister));
	if (!all)
		return NULL;
	all->count = count;
	all->next = 0;
	all->at = TURN;
	for (unsigned i = 0; i < count; i++)
		begin_twister(&all->twister[i], &mtgp32dc_params_fast_11213[i], (uint32_t)(start->seed ^ start->seed >> 32) + i + 1);
	return all;
}

static void turn(twister *t, const mtgp32_params_fast_t *set, uint32_t out[TURN])
{
	for (int i = 0; i < TURN; i++) {
		uint32_t x = (t->s[i] & set->mask) ^ t->s[i + 1], temper = t->s[i + set->pos - 1];
		x ^= x << set->sh1;
		x ^= t->s[i + set->pos] >> set->sh2;
		x ^= set->tbl[x & 15];
		t->s[i + WORDS] = x;
		temper ^= temper >> 16;
		temper ^= temper >> 8;
		out[i] = x ^ set->tmp_tbl[temper & 15];
	}
	memmove(t->s, t->s + TURN, WORDS * sizeof(*t->s));
}

static void take(void *state, aw_rng_draw draw, size_t count, void *to)
{
	twisters *all = state;
	uint32_t *words = to;
	(void)draw; // one word
	while (count > 0) {
		if (all->at == TURN) {
			turn(&all->twister[all->next], &mtgp32dc_params_fast_11213[all->next], all->turn);
			all->next = (all->next + 1) % all->count;
			all->at = 0;
		}
		size_t run = TURN - all->at < count ? TURN - all->at : count;
		memcpy(words, all->turn + all->at, run * sizeof(*words));
		all->at += (unsigned)run;
		words += run;
		count -= run;
	}
}

static bool has_ordering(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_PSEUDO_BEST || ordering == CURAND_ORDERING_PSEUDO_DEFAULT ||
	       ordering == CURAND_ORDERING_PSEUDO_LEGACY;
}

const aw_rng_source aw_rng_mtgp32 = {
	CURAND_RNG_PSEUDO_MTGP32, AW_RNG_TWISTER, false, false, has_ordering, begin, take, skipped, move, position
};

// --- MT19937 ---

enum { MT_WORDS = 624, MT_MIDDLE = 397 };

typedef struct mersenne {
	uint32_t s[MT_WORDS];
	int at;
} mersenne;

static void *mt_begin(const aw_rng_start *start)
{
	mersenne *m = malloc(sizeof(*m));
	if (!m)
		return NULL;
	m->s[0] = (uint32_t)(start->seed ^ start->seed >> 32);
	for (uint32_t i = 1; i < MT_WORDS; i++)
		m->s[i] = 1812433253u * (m->s[i - 1] ^ m->s[i - 1] >> 30) + i;
	m->at = MT_WORDS;
	return m;
}

static void mt_turn(mersenne *m)
{
	for (int i = 0; i < MT_WORDS; i++) {
		uint32_t y = (m->s[i] & 0x80000000u) | (m->s[(i + 1) % MT_WORDS] & 0x7fffffffu);
		m->s[i] = m->s[(i + MT_MIDDLE) % MT_WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
	}
	m->at = 0;
}

static void mt_take(void *state, aw_rng_draw draw, size_t count, void *to)
{
	mersenne *m = state;
	uint32_t *words = to;
	(void)draw; // one word
	for (size_t i = 0; i < count; i++) {
		if (m->at == MT_WORDS)
			mt_turn(m);
		uint32_t y = m->s[m->at++];
		y ^= y >> 11;
		y ^= y << 7 & 0x9d2c5680u;
		y ^= y << 15 & 0xefc60000u;
		words[i] = y ^ y >> 18;
	}
}

static bool mt_has_ordering(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_PSEUDO_DEFAULT || ordering == CURAND_ORDERING_PSEUDO_LEGACY;
}

const aw_rng_source aw_rng_mt19937 = {
	CURAND_RNG_PSEUDO_MT19937, AW_RNG_TWISTER, false, false, mt_has_ordering, mt_begin, mt_take, skipped, move, position
};
