// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All shortest paths by Floyd and Warshall: a launch for each vertex on the way.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int size = small ? 64 : 768;
	size_t count = (size_t)size * size;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { size }, .flops = 2.0 * count * size, .bound = 0.8,
		.arrays = { { BENCH_INOUT, BENCH_INT, count, .low = 1, .high = 1000 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	size_t size = problem->size[0];
	for (int via = 0; via < problem->size[0]; via++)
		cl->launch("relax", (struct bench_range){ { size, size }, { 32, 8 } }, "bii", 0, via, problem->size[0]);
}
