// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum that does not commute: the product of 2 x 2 matrices of unsigned ints modulo 2^32, by many blocks
// in one launch.  Each block takes one section of consecutive items; the last to arrive multiplies the
// sections' products in their order.
#include "problem.h"

enum { BLOCKS = 24, THREADS = 256 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 100003 : (1 << 24) + 17;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bytes = 16.0 * count, .bound = 0.9,
		.arrays = { { BENCH_IN, BENCH_INT, 4 * (size_t)count, .low = 0, .high = 100 },
		            { BENCH_OUT, BENCH_INT, 4 },
		            { BENCH_SCRATCH, BENCH_INT, 4 * BLOCKS },
		            { BENCH_SCRATCH, BENCH_INT, 1 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	struct bench_range all = { { BLOCKS * THREADS }, { THREADS } }, one = { { THREADS }, { THREADS } };
	cl->launch("product", all, "bib", 0, problem->size[0], 2);
	cl->launch("product", one, "bib", 2, BLOCKS, 1);
}
