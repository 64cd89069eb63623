// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot product: each block multiplies and adds up its part in shared memory with a tree; the host adds the
// blocks' sums.
#include "problem.h"

enum { BLOCKS = 512, THREADS = 128 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 17 : 1 << 26;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bytes = 8.0 * count, .bound = 0.9,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = 0, .high = 1 },
		            { BENCH_IN, BENCH_FLOAT, count, .low = 0, .high = 1 },
		            { BENCH_OUT, BENCH_FLOAT, 1, .tolerance = 1e-3 },
		            { BENCH_SCRATCH, BENCH_FLOAT, BLOCKS } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	float sums[BLOCKS];
	double sum = 0;
	cl->launch("dot_product", (struct bench_range){ { BLOCKS * THREADS }, { THREADS } }, "bbbi", 0, 1, 3, problem->size[0]);
	cl->read(3, sums, sizeof(sums));
	for (int i = 0; i < BLOCKS; i++)
		sum += sums[i];
	cl->write(2, &(float){ (float)sum }, sizeof(float));
}
