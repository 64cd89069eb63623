// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources of many lanes, each a part of the generator's sequence far from the others, which serve the draws in turn: draw n is lane n
// modulo the number of lanes.  Included with LANE(state, lane), which gives the next word of a lane, and with a type `lanes`
// whose first member is `aw_rng_turn turn`.
#ifndef AW_CURAND_RNG_LANES_H
#define AW_CURAND_RNG_LANES_H

#include "rng.h"

// The lane that comes next, and how many words it has given.
typedef struct aw_rng_turn {
	size_t count, next;
	uint64_t row;
} aw_rng_turn;

static inline int lanes_skipped(const void *state, aw_rng_draw draw)
{
	(void)state, (void)draw;
	return 0;
}

static inline void lanes_move(void *state, size_t numbers)
{
	(void)state, (void)numbers;
}

static inline uint64_t lanes_position(const void *state)
{
	const aw_rng_turn *turn = state;
	return turn->row * turn->count + turn->next;
}

// The lanes of COUNT draws, a run of neighbours at a time, so that loops over them become vector code.
#define LANES_TAKE(lanes, LANE) \
	static void lanes_take(void *state, aw_rng_draw draw, size_t count, void *to) \
	{ \
		lanes *all = state; \
		uint32_t *words = to; \
		size_t step = (size_t)draw.words; \
		while (count > 0) { \
			size_t first = all->turn.next, run = all->turn.count - first < count ? all->turn.count - first : count; \
			for (size_t word = 0; word < step; word++) \
				for (size_t i = 0; i < run; i++) \
					words[i * step + word] = LANE(all, first + i); \
			words += run * step; \
			count -= run; \
			all->turn.next += run; \
			if (all->turn.next == all->turn.count) { \
				all->turn.next = 0; \
				all->turn.row += step; \
			} \
		} \
	}

#endif
