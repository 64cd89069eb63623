// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass of a radix sort: keys are put in the order of four of their bits, equal ones stay in order.  A count
// of the digits of each block, a scan over all counts, and the scatter, where a key's place among its
// warp's comes from __match_any_sync.
#include "problem.h"

enum { THREADS = 256, DIGITS = 16, SHIFT = 8 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 15 : 1 << 22;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count, SHIFT }, .bytes = 12.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, count, .low = 0, .high = 1 << 24 },
		            { BENCH_OUT, BENCH_INT, count },
		            { BENCH_SCRATCH, BENCH_INT, (size_t)count / THREADS * DIGITS } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int count = problem->size[0], blocks = count / THREADS;
	struct bench_range all = { { count }, { THREADS } }, one = { { THREADS }, { THREADS } };
	cl->launch("count_digits", all, "bib", 0, SHIFT, 2);
	cl->launch("scan_counts", one, "bi", 2, blocks * DIGITS);
	cl->launch("scatter", all, "bbib", 0, 1, SHIFT, 2);
}
