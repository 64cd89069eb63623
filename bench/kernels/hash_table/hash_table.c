// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys looked up in a table of 8 MB with open addressing and linear probing, half full; half of the keys are there.
#include <string.h>

#include "problem.h"

static unsigned hash(unsigned x)
{
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

// Key I of those in the table, and of as many that are not; none is 0, and as they count all 32 bits none occurs twice.
static unsigned key(unsigned i) { return (i + 1) * 2654435761u; }

static void fill_table(const struct bench_problem *problem, void *items)
{
	unsigned *table = items, slots = (unsigned)problem->size[1];
	memset(table, 0, 8 * (size_t)slots); // a slot is a key, 0 for none, and its value
	for (unsigned i = 0; i < slots / 2; i++) {
		unsigned slot = hash(key(i)) & (slots - 1);
		while (table[2 * slot])
			slot = (slot + 1) & (slots - 1);
		table[2 * slot] = key(i);
		table[2 * slot + 1] = i;
	}
}

static void fill_keys(const struct bench_problem *problem, void *items)
{
	for (int i = 0; i < problem->size[0]; i++)
		((unsigned *)items)[i] = key(hash((unsigned)i) & (unsigned)(problem->size[1] - 1));
}

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 12 : 1 << 20, slots = small ? 1 << 12 : 1 << 20;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count, slots }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, count, .fill = fill_keys },
		            { BENCH_IN, BENCH_INT, 2 * (size_t)slots, .fill = fill_table },
		            { BENCH_OUT, BENCH_INT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	cl->launch("look_up", (struct bench_range){ { bench_round_up(size[0], 256) }, { 256 } }, "bbbii", 0, 1, 2, size[0], size[1]);
}
