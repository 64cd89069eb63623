// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pi by random points in a square: each thread has a generator of its own (xorwow, as cuRAND's is), a block adds its threads' hits up.
#include "problem.h"

enum { THREADS = 256, SAMPLES = 256 };

int bench_problems(struct bench_problem *problems, int small)
{
	int blocks = small ? 8 : 512;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { blocks, SAMPLES, 1234 }, .bound = 0.8,
		.arrays = { { BENCH_OUT, BENCH_INT, blocks } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	cl->launch("count_hits", (struct bench_range){ { (size_t)size[0] * THREADS }, { THREADS } }, "bii", 0, size[1], size[2]);
}
