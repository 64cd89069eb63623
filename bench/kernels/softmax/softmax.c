// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The softmax of rows of 1024 floats: a block a row, four elements a thread, maximum and sum by shuffles and shared memory.
#include "problem.h"

enum { COLUMNS = 1024, THREADS = 256 };

int bench_problems(struct bench_problem *problems, int small)
{
	int rows = small ? 16 : 8192;
	size_t count = (size_t)rows * COLUMNS;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { rows }, .bytes = 8.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = -4, .high = 4 }, { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-7 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->launch("softmax", (struct bench_range){ { (size_t)problem->size[0] * THREADS }, { THREADS } }, "bb", 0, 1);
}
