// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row at a time in bytes: the sums of three cells one above the other first, then of three of those side by side.
#include <stdlib.h>

#include "problem.h"

typedef unsigned char byte;

static void next_row(byte *restrict next, const byte *restrict above, const byte *restrict row, const byte *restrict below,
                     byte *restrict columns, int width)
{
#pragma omp simd
	for (int x = 0; x < width; x++)
		columns[x + 1] = above[x] + row[x] + below[x];
	columns[0] = columns[width];
	columns[width + 1] = columns[1];
#pragma omp simd
	for (int x = 0; x < width; x++) { // of nine: 3, or 4 with the cell itself
		byte sum = columns[x] + columns[x + 1] + columns[x + 2];
		next[x] = (sum == 3) | ((sum == 4) & row[x]);
	}
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	long width = problem->size[0], height = problem->size[1];
#pragma omp parallel
	{
		byte *columns = malloc((size_t)width + 2);
		for (int i = 0; i < problem->size[2]; i++) {
			const byte *cells = data[i % 2];
			byte *next = data[1 - i % 2];
#pragma omp for schedule(static)
			for (long y = 0; y < height; y++)
				next_row(next + y * width, cells + (y == 0 ? height - 1 : y - 1) * width, cells + y * width,
				         cells + (y == height - 1 ? 0 : y + 1) * width, columns, (int)width);
		}
		free(columns);
	}
}
