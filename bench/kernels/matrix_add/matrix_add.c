// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix addition on a two-dimensional grid of 16 x 16 blocks that overhangs the matrix.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int rows = small ? 250 : 4000, columns = small ? 333 : 5000;
	size_t count = (size_t)rows * columns;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { rows, columns }, .bytes = 12.0 * count, .bound = 0.9,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
		            { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
		            { BENCH_OUT, BENCH_FLOAT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int rows = problem->size[0], columns = problem->size[1];
	struct bench_range range = { { bench_round_up(columns, 16), bench_round_up(rows, 16) }, { 16, 16 } };
	cl->launch("matrix_add", range, "bbbii", 0, 1, 2, rows, columns);
}
