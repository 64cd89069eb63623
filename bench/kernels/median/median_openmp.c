// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row at a time in bytes: each column of three is put in order once for the three pixels that it is near to. The median of nine is
// that of the greatest of the columns' least, the median of their middles and the least of their greatest.
#include <stdlib.h>

#include "problem.h"

typedef unsigned char byte;

static inline byte lesser(byte a, byte b) { return a < b ? a : b; }
static inline byte greater(byte a, byte b) { return a > b ? a : b; }
static inline byte middle(byte a, byte b, byte c) { return greater(lesser(a, b), lesser(greater(a, b), c)); }

static void filter_row(byte *restrict to, const byte *restrict above, const byte *restrict row, const byte *restrict below,
                       byte *restrict low, byte *restrict mid, byte *restrict high, int width)
{
#pragma omp simd
	for (int x = 0; x < width; x++) {
		byte a = lesser(above[x], row[x]), b = greater(above[x], row[x]), c = lesser(b, below[x]);
		low[x + 1] = lesser(a, c);
		mid[x + 1] = greater(a, c);
		high[x + 1] = greater(b, below[x]);
	}
	byte *sorted[] = { low, mid, high };
	for (int i = 0; i < 3; i++) {
		sorted[i][0] = sorted[i][1];
		sorted[i][width + 1] = sorted[i][width];
	}
#pragma omp simd
	for (int x = 0; x < width; x++)
		to[x] = middle(greater(greater(low[x], low[x + 1]), low[x + 2]), middle(mid[x], mid[x + 1], mid[x + 2]),
		               lesser(lesser(high[x], high[x + 1]), high[x + 2]));
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	long width = problem->size[0], height = problem->size[1], room = width + 64;
	const byte *image = data[0];
#pragma omp parallel
	{
		byte *sorted = malloc(3 * (size_t)room);
#pragma omp for schedule(static)
		for (long y = 0; y < height; y++)
			filter_row((byte *)data[1] + y * width, image + (y == 0 ? 0 : y - 1) * width, image + y * width,
			           image + (y == height - 1 ? y : y + 1) * width, sorted, sorted + room, sorted + 2 * room, (int)width);
		free(sorted);
	}
}
