// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first slots of a batch of keys are computed along vectors and asked for before any is looked at, and who is not there goes on
// alone.
#include "problem.h"

enum { BATCH = 256 };

struct entry {
	unsigned key, value;
};

static inline unsigned hash(unsigned x)
{
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

static void look_up(const unsigned *restrict keys, const struct entry *restrict table, int *restrict values, int count, unsigned slots)
{
	unsigned places[BATCH];
#pragma omp simd
	for (int i = 0; i < count; i++)
		places[i] = hash(keys[i]) & (slots - 1);
	for (int i = 0; i < count; i++)
		__builtin_prefetch(&table[places[i]]);
	for (int i = 0; i < count; i++) {
		unsigned key = keys[i], slot = places[i];
		while (table[slot].key != key && table[slot].key)
			slot = (slot + 1) & (slots - 1);
		values[i] = table[slot].key ? (int)table[slot].value : -1;
	}
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const unsigned *keys = data[0];
	int *values = data[2], count = problem->size[0];
#pragma omp parallel for schedule(static)
	for (int i = 0; i < count; i += BATCH)
		look_up(keys + i, data[1], values + i, count - i < BATCH ? count - i : BATCH, (unsigned)problem->size[1]);
}
