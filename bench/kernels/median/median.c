// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The median of each pixel's neighbourhood of 3 x 3 in an image of bytes; at the borders the nearest pixels stand for what is outside.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int width = small ? 128 : 4096, height = small ? 64 : 4096;
	size_t words = (size_t)width * height / 4;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { width, height }, .bytes = 8.0 * words, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, words, .low = 0, .high = 2147483647 }, { BENCH_OUT, BENCH_INT, words } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	cl->launch("median", (struct bench_range){ { size[0], size[1] }, { 32, 8 } }, "bbii", 0, 1, size[0], size[1]);
}
