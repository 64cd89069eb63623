// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A seven-point stencil in a cube; each thread walks up a column and keeps three points of it in registers.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int size = small ? 32 : 256;
	size_t count = (size_t)size * size * size;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { size }, .bytes = 8.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = 0, .high = 1 },
		            { BENCH_INOUT, BENCH_FLOAT, count, .tolerance = 1e-5 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	size_t size = problem->size[0];
	cl->launch("heat_step", (struct bench_range){ { size, size }, { 32, 8 } }, "bbi", 0, 1, problem->size[0]);
}
