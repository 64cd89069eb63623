// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many steps of n / 2 or 3 n + 1 lead from each number to 1: loops in 64 bits that each lane leaves at its own time. No number
// below 2^32 gets past 2^63 on its way.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 10 : 1 << 18;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, count, .low = 1, .high = 2147483647 }, { BENCH_OUT, BENCH_INT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->launch("collatz", (struct bench_range){ { problem->size[0] }, { 256 } }, "bbi", 0, 1, problem->size[0]);
}
