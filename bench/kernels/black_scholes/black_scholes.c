// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prices of European options by the formula of Black and Scholes; the cumulative normal distribution by
// the polynomial of Abramowitz and Stegun 26.2.17.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 40000 : 4000000;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bytes = 20.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = 5, .high = 30 },
		            { BENCH_IN, BENCH_FLOAT, count, .low = 1, .high = 100 },
		            { BENCH_IN, BENCH_FLOAT, count, .low = 0.25, .high = 10 },
		            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-4 },
		            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-4 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int count = problem->size[0];
	cl->launch("price", (struct bench_range){ { bench_round_up(count, 128) }, { 128 } }, "bbbbbiff", 0, 1, 2, 3, 4,
	           count, 0.02, 0.30);
}
