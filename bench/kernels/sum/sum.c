// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sum of 100,000,000 ints by 24 blocks of 1,024 threads, each with the stride of the grid and a tree in
// shared memory: a second launch adds the blocks' sums, or the last block to arrive does.
#include "problem.h"

enum { BLOCKS = 24, THREADS = 1024 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 300007 : 100000000;
	for (int i = 0; i < 2; i++)
		problems[i] = (struct bench_problem){
			.variant = i ? ".one_launch" : ".two_launches", .which = i, .size = { count },
			.bytes = 4.0 * count, .bound = 0.9,
			.arrays = { { BENCH_IN, BENCH_INT, count, .low = -1000, .high = 1001 },
			            { BENCH_OUT, BENCH_INT, 1 },
			            { BENCH_SCRATCH, BENCH_INT, BLOCKS },
			            { BENCH_INOUT, BENCH_INT, 1 } },
		};
	return 2;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	struct bench_range all = { { BLOCKS * THREADS }, { THREADS } }, one = { { THREADS }, { THREADS } };
	if (problem->which) {
		cl->launch("sum_one_launch", all, "bibbb", 0, problem->size[0], 2, 3, 1);
		return;
	}
	cl->launch("sum", all, "bib", 0, problem->size[0], 2);
	cl->launch("sum", one, "bib", 2, BLOCKS, 1);
}
