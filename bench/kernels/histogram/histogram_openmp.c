// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four histograms in each thread, one for each byte of a word, so that equal bytes don't wait for one another.
#include <string.h>

#include "problem.h"

enum { BINS = 256 };

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const unsigned *words = data[0];
	unsigned *totals = data[1];
	int count = problem->size[0];
	memset(totals, 0, BINS * sizeof(*totals));
#pragma omp parallel
	{
		unsigned mine[4][BINS];
		memset(mine, 0, sizeof(mine));
#pragma omp for schedule(static)
		for (int i = 0; i < count; i++) {
			unsigned word = words[i];
			mine[0][word & 255]++;
			mine[1][word >> 8 & 255]++;
			mine[2][word >> 16 & 255]++;
			mine[3][word >> 24]++;
		}
#pragma omp critical
		for (int bin = 0; bin < BINS; bin++)
			totals[bin] += mine[0][bin] + mine[1][bin] + mine[2][bin] + mine[3][bin];
	}
}
