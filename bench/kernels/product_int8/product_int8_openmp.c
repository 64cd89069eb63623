// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both matrices in shorts first. Then the sums of two by four rows at a time along their common length, which compilers make products
// and sums of pairs of; the rows of the second stay in the second cache for a group of the first.
#include <stdlib.h>

#include "problem.h"

enum { ROWS = 2, COLUMNS = 4, GROUP = 16 };

static void widen(short *restrict to, const signed char *restrict from, long count)
{
#pragma omp for simd schedule(static)
	for (long i = 0; i < count; i++)
		to[i] = from[i];
}

static void sums_of(const short *restrict a, const short *restrict b, int *restrict c, long size)
{
	int s00 = 0, s01 = 0, s02 = 0, s03 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0;
	for (long k = 0; k < size; k++) {
		int a0 = a[k], a1 = a[size + k], b0 = b[k], b1 = b[size + k], b2 = b[2 * size + k], b3 = b[3 * size + k];
		s00 += a0 * b0;
		s01 += a0 * b1;
		s02 += a0 * b2;
		s03 += a0 * b3;
		s10 += a1 * b0;
		s11 += a1 * b1;
		s12 += a1 * b2;
		s13 += a1 * b3;
	}
	int sums[ROWS][COLUMNS] = { { s00, s01, s02, s03 }, { s10, s11, s12, s13 } };
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++)
			c[i * size + j] = sums[i][j];
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	long size = problem->size[0], count = size * size;
	int *c = data[2];
	short *a = malloc(2 * sizeof(short) * (size_t)count), *b = a + count;
#pragma omp parallel
	{
		widen(a, data[0], count);
		widen(b, data[1], count);
#pragma omp for schedule(static)
		for (long group = 0; group < size; group += GROUP)
			for (long column = 0; column < size; column += COLUMNS)
				for (long row = group; row < group + GROUP; row += ROWS)
					sums_of(a + row * size, b + column * size, c + row * size + column, size);
	}
	free(a);
}
