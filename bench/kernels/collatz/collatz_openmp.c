// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All halvings at once, by the zeros at the number's end, of several numbers side by side, whose steps don't wait for one another;
// whose way is at its end takes the next number.
#include "problem.h"

enum { WAYS = 4, PIECE = 4096 };

struct way {
	unsigned long long n;
	int steps, place;
};

static inline void begin(struct way *way, const unsigned *numbers, int place)
{
	int zeros = __builtin_ctz(numbers[place]);
	*way = (struct way){ numbers[place] >> zeros, zeros, place };
}

static inline void step(struct way *way)
{
	unsigned long long next = 3 * way->n + 1;
	int zeros = __builtin_ctzll(next);
	way->steps += zeros + 1;
	way->n = next >> zeros;
}

static void lengths_of(const unsigned *restrict numbers, int *restrict lengths, int count)
{
	struct way ways[WAYS];
	int next = 0;
	for (int i = 0; i < WAYS; i++)
		begin(&ways[i], numbers, next++);
	for (;;)
#pragma GCC unroll 8
		for (int i = 0; i < WAYS; i++) {
			while (__builtin_expect(ways[i].n == 1, 0)) {
				lengths[ways[i].place] = ways[i].steps;
				if (next == count)
					goto rest;
				begin(&ways[i], numbers, next++);
			}
			step(&ways[i]);
		}
rest:
	for (int i = 0; i < WAYS; i++) {
		while (ways[i].n != 1)
			step(&ways[i]);
		lengths[ways[i].place] = ways[i].steps;
	}
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const unsigned *numbers = data[0];
	int *lengths = data[1], count = problem->size[0];
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < count; i += PIECE)
		lengths_of(numbers + i, lengths + i, count - i < PIECE ? count - i : PIECE);
}
