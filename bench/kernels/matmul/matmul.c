// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Product of square matrices, directly and with 16 x 16 tiles in shared memory.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int size = small ? 64 : 1024;
	size_t count = (size_t)size * size;
	for (int i = 0; i < 2; i++)
		problems[i] = (struct bench_problem){
			.variant = i ? ".tiled" : ".direct", .which = i, .size = { size },
			.flops = 2.0 * size * size * size, .bound = i ? 2.0 : 1.0, .flops_bound = i ? 0.4 : 0,
			.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
			            { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
			            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-4 } },
		};
	return 2;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	size_t size = problem->size[0];
	cl->launch(problem->which ? "multiply_tiled" : "multiply_direct",
	           (struct bench_range){ { size, size }, { 16, 16 } }, "bbbi", 0, 1, 2, problem->size[0]);
}
