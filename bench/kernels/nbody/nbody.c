// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accelerations of bodies that attract one another, all pairs; positions and masses of 256 bodies at
// a time in shared memory.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 512 : 8192;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .flops = 20.0 * count * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, 4 * count, .low = 0, .high = 1 },
		            { BENCH_OUT, BENCH_FLOAT, 4 * count, .tolerance = 1e-3 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->launch("accelerate", (struct bench_range){ { problem->size[0] }, { 256 } }, "bbi", 0, 1, problem->size[0]);
}
