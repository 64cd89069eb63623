// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many Fourier transforms of 1024 complex numbers, each by a block of 256 threads in shared memory: five steps of
// radix 4 (Stockham's order), with a barrier between them.  The roots of unity come in a table.
#include <math.h>

#include "problem.h"

enum { POINTS = 1024, THREADS = 256 };

static void fill_roots(const struct bench_problem *problem, void *items)
{
	(void)problem;
	for (int i = 0; i < POINTS; i++) {
		double angle = -2 * 3.14159265358979323846 * i / POINTS;
		((float *)items)[2 * i] = (float)cos(angle);
		((float *)items)[2 * i + 1] = (float)sin(angle);
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int batch = small ? 16 : 8192;
	size_t count = (size_t)batch * POINTS * 2;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { batch }, .bytes = 8.0 * count, .flops = 5.0 * POINTS * 10 * batch, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
		            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-4 },
		            { BENCH_IN, BENCH_FLOAT, 2 * POINTS, .fill = fill_roots } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->launch("transform", (struct bench_range){ { (size_t)problem->size[0] * THREADS }, { THREADS } }, "bbb", 0, 1, 2);
}
