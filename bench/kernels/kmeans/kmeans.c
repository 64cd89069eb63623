// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of k-means: the nearest of 32 centres for each point of 8 coordinates, with the centres in shared
// memory, and how many points each centre got.
#include "problem.h"

enum { CENTRES = 32, COORDINATES = 8 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 10000 : 1000000;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .flops = 3.0 * CENTRES * COORDINATES * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, (size_t)COORDINATES * count, .low = 0, .high = 64 },
		            { BENCH_IN, BENCH_FLOAT, COORDINATES * CENTRES, .low = 0, .high = 64 },
		            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-4 },
		            { BENCH_SCRATCH, BENCH_INT, count },
		            { BENCH_OUT, BENCH_INT, CENTRES } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	static const int zeros[CENTRES];
	int count = problem->size[0];
	cl->write(4, zeros, sizeof(zeros));
	cl->launch("assign", (struct bench_range){ { bench_round_up(count, 256) }, { 256 } }, "bbbbbi", 0, 1, 2, 3, 4, count);
}
