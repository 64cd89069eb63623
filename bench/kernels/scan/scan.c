// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive prefix sums in three launches: blocks of 256 threads scan 1024 ints each in shared memory, one block
// scans the blocks' sums, and each block adds what comes before it.
#include "problem.h"

enum { THREADS = 256, PER_BLOCK = 1024 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 17 : 1 << 24;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bytes = 8.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, count, .low = 0, .high = 100 },
		            { BENCH_OUT, BENCH_INT, count },
		            { BENCH_SCRATCH, BENCH_INT, count / PER_BLOCK } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int blocks = problem->size[0] / PER_BLOCK;
	struct bench_range all = { { (size_t)blocks * THREADS }, { THREADS } }, one = { { THREADS }, { THREADS } };
	cl->launch("scan_blocks", all, "bbb", 0, 1, 2);
	cl->launch("scan_sums", one, "bi", 2, blocks);
	cl->launch("add_sums", all, "bb", 1, 2);
}
