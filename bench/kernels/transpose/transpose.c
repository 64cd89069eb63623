// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix transposed through 32 x 32 tiles in shared memory by blocks of 32 x 8 threads.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int size = small ? 256 : 4096;
	size_t count = (size_t)size * size;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { size }, .bytes = 8.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = 0, .high = 1 }, { BENCH_OUT, BENCH_FLOAT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	size_t size = problem->size[0];
	cl->launch("transpose", (struct bench_range){ { size, size / 4 }, { 32, 8 } }, "bbi", 0, 1, problem->size[0]);
}
