// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight pieces side by side, which just fill the first cache, by Batcher's network of merges: the fewest exchanges, each of two vectors.
#include "problem.h"

enum { KEYS = 1024, LANES = 8 };

static inline void exchange(int *restrict a, int *restrict b)
{
#pragma omp simd
	for (int l = 0; l < LANES; l++) {
		int less = a[l] < b[l] ? a[l] : b[l], more = a[l] < b[l] ? b[l] : a[l];
		a[l] = less;
		b[l] = more;
	}
}

static void sort(const int *restrict from, int *restrict to)
{
	int keys[KEYS][LANES];
	for (int i = 0; i < KEYS; i++)
		for (int l = 0; l < LANES; l++)
			keys[i][l] = from[l * KEYS + i];
	for (int size = 1; size < KEYS; size *= 2)
		for (int first = 0; first < KEYS; first += 2 * size) {
			for (int i = 0; i < size; i++)
				exchange(keys[first + i], keys[first + size + i]);
			for (int distance = size / 2; distance > 0; distance /= 2)
				for (int j = first + distance; j + 2 * distance <= first + 2 * size; j += 2 * distance)
					for (int i = j; i < j + distance; i++)
						exchange(keys[i], keys[i + distance]);
		}
	for (int l = 0; l < LANES; l++)
		for (int i = 0; i < KEYS; i++)
			to[l * KEYS + i] = keys[i][l];
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const int *from = data[0];
	int *to = data[1];
#pragma omp parallel for schedule(static)
	for (long i = 0; i < problem->size[0]; i += LANES)
		sort(from + i * KEYS, to + i * KEYS);
}
