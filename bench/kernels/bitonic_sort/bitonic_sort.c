// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces of 1024 ints, each put in order by a block of 512 threads in shared memory with a bitonic network: 55 steps and a barrier
// before each.
#include "problem.h"

enum { KEYS = 1024 };

int bench_problems(struct bench_problem *problems, int small)
{
	int pieces = small ? 8 : 1024;
	size_t count = (size_t)pieces * KEYS;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { pieces }, .bytes = 8.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, count, .low = -2147483648.0, .high = 2147483648.0 }, { BENCH_OUT, BENCH_INT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->launch("sort", (struct bench_range){ { (size_t)problem->size[0] * (KEYS / 2) }, { KEYS / 2 } }, "bb", 0, 1);
}
