// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of all lanes of a warp in one place, for what the warp does as a whole (support_mma.c, support_move.c): a gang brings
// them there, fibers meet and one of them does the work.
#ifndef AW_DEVLIB_CPU_SUPPORT_LANES_H
#define AW_DEVLIB_CPU_SUPPORT_LANES_H

#include "support.h"

enum { LANES = 32 };

#define INLINE static inline __attribute__((always_inline))

typedef int32_t v16i __attribute__((vector_size(64), aligned(4)));

// Copies words, a multiple of 64 of them, where a call of memcpy would cost as much as the copy.
INLINE void copy_words(uint32_t *to, const uint32_t *from, unsigned count)
{
	for (unsigned i = 0; i < count; i += 64) {
		v16i a = *(const v16i *)(from + i), b = *(const v16i *)(from + i + 16);
		v16i c = *(const v16i *)(from + i + 32), d = *(const v16i *)(from + i + 48);
		*(v16i *)(to + i) = a, *(v16i *)(to + i + 16) = b;
		*(v16i *)(to + i + 32) = c, *(v16i *)(to + i + 48) = d;
	}
}

struct lane {
	uint64_t lanes[LANES]; // of the first lane: the addresses of all
	const uint32_t *words;
	uint32_t *out;
};

// The words that a call has of its warp: for a gang, word W of lane L at 32 * W + L; or those of each fiber.
struct call {
	const uint32_t *words;
	uint32_t *out;
	const struct lane *first; // NULL: a gang
};

INLINE const struct lane *lane_of(const struct call *call, unsigned index)
{
	return (const struct lane *)(uintptr_t)call->first->lanes[index];
}

static inline const uint32_t *fetch(const struct call *call, unsigned at, unsigned count, uint32_t *space)
{
	if (!call->first)
		return call->words + at * LANES;
	for (unsigned l = 0; l < LANES; l++) {
		const struct lane *lane = lane_of(call, l);
		for (unsigned w = 0; w < count; w++)
			space[w * LANES + l] = lane ? lane->words[at + w] : 0;
	}
	return space;
}

static inline void deliver(const struct call *call, unsigned at, unsigned count, const uint32_t *words)
{
	if (!call->first)
		copy_words(call->out + at * LANES, words, count * LANES);
	for (unsigned l = 0; call->first && l < LANES; l++) {
		const struct lane *lane = lane_of(call, l);
		for (unsigned w = 0; lane && w < count; w++)
			lane->out[at + w] = words[w * LANES + l];
	}
}

// Of the lanes that have met the first goes on first, and true is returned to it alone; so the others find their results.
static inline bool meet(thread *t, struct lane *own, site *s)
{
	struct aw_cpu_warp_call call = { .mask = UINT32_MAX, .op = AW_CPU_REDUCE_COLLECT, .value = (uintptr_t)own };
	services(t)->reduce(t, &call, s);
	return call.result != 0;
}

#endif
