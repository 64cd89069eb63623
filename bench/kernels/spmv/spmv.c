// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sparse matrix in compressed rows times a vector, a thread a row.  Rows hold 4 to 28 elements near the diagonal
// and far from it.
#include "problem.h"

enum { LEAST = 4, MOST = 28, SPREAD = 4096 };

static unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x45d9f3bu;
	x = (x ^ x >> 16) * 0x45d9f3bu;
	return x ^ x >> 16;
}

static int length_of(int row) { return LEAST + (int)(mix((unsigned)row) % (MOST - LEAST + 1)); }

static void fill_starts(const struct bench_problem *problem, void *items)
{
	int *starts = items;
	starts[0] = 0;
	for (int row = 0; row < problem->size[0]; row++)
		starts[row + 1] = starts[row] + length_of(row);
}

static void fill_columns(const struct bench_problem *problem, void *items)
{
	int *columns = items, rows = problem->size[0];
	for (int row = 0, k = 0; row < rows; row++)
		for (int i = 0; i < length_of(row); i++, k++) {
			int far = (int)(mix((unsigned)k) % SPREAD) - SPREAD / 2;
			columns[k] = ((row + far) % rows + rows) % rows;
		}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int rows = small ? 5000 : 500000, elements = 0;
	for (int row = 0; row < rows; row++)
		elements += length_of(row);
	problems[0] = (struct bench_problem){
		.variant = "", .size = { rows }, .bytes = 8.0 * elements + 8.0 * rows, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, rows + 1, .fill = fill_starts },
		            { BENCH_IN, BENCH_INT, elements, .fill = fill_columns },
		            { BENCH_IN, BENCH_FLOAT, elements, .low = -1, .high = 1 },
		            { BENCH_IN, BENCH_FLOAT, rows, .low = -1, .high = 1 },
		            { BENCH_OUT, BENCH_FLOAT, rows, .tolerance = 1e-4 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int rows = problem->size[0];
	cl->launch("multiply", (struct bench_range){ { bench_round_up(rows, 256) }, { 256 } }, "bbbbbi", 0, 1, 2, 3, 4, rows);
}
