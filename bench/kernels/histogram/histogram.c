// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often each byte occurs: a histogram of each block in shared memory, added to the whole at the end.
#include "problem.h"

enum { BINS = 256, BLOCKS = 64, THREADS = 256 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 17 : 1 << 24; // words of four bytes
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bytes = 4.0 * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, count, .low = 0, .high = 2147483647 }, { BENCH_OUT, BENCH_INT, BINS } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	static const int zeros[BINS];
	cl->write(1, zeros, sizeof(zeros));
	cl->launch("histogram", (struct bench_range){ { BLOCKS * THREADS }, { THREADS } }, "bib", 0, problem->size[0], 1);
}
