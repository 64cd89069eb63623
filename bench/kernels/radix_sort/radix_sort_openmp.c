// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread counts the digits of its part, takes its first place for each digit, and scatters.
#include <omp.h>

#include "problem.h"

enum { DIGITS = 16, MAX_THREADS = 256 };

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const unsigned *restrict keys = data[0];
	unsigned *restrict sorted = data[1];
	long count = problem->size[0];
	int shift = problem->size[1];
	static int counts[MAX_THREADS][DIGITS];
#pragma omp parallel
	{
		int thread = omp_get_thread_num(), threads = omp_get_num_threads();
		int places[DIGITS] = { 0 }, two[2][DIGITS] = { { 0 } };
		long first = count * thread / threads, end = count * (thread + 1) / threads, i = first;
		for (; i + 1 < end; i += 2) {
			two[0][keys[i] >> shift & (DIGITS - 1)]++;
			two[1][keys[i + 1] >> shift & (DIGITS - 1)]++;
		}
		if (i < end)
			two[0][keys[i] >> shift & (DIGITS - 1)]++;
		for (int digit = 0; digit < DIGITS; digit++)
			counts[thread][digit] = two[0][digit] + two[1][digit];
#pragma omp barrier
		int place = 0;
		for (int digit = 0; digit < DIGITS; digit++)
			for (int other = 0; other < threads; other++) {
				if (other == thread)
					places[digit] = place;
				place += counts[other][digit];
			}
		for (i = first; i < end; i++)
			sorted[places[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
	}
}
