// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 7 x 7 filter over an image: the filter in constant memory, a tile of the image with its rim in shared.
// The image brings a rim of 3 of its own.
#include "problem.h"

enum { RADIUS = 3, TAPS = 2 * RADIUS + 1 };

int bench_problems(struct bench_problem *problems, int small)
{
	int size = small ? 128 : 2048;
	size_t count = (size_t)size * size, padded = (size_t)(size + 2 * RADIUS) * (size + 2 * RADIUS);
	problems[0] = (struct bench_problem){
		.variant = "", .size = { size }, .flops = 2.0 * TAPS * TAPS * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, padded, .low = 0, .high = 1 },
		            { BENCH_IN, BENCH_FLOAT, TAPS * TAPS, .low = 0, .high = 1 },
		            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-5 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	size_t size = problem->size[0];
	cl->launch("convolve", (struct bench_range){ { size, size }, { 32, 8 } }, "bbbi", 0, 1, 2, problem->size[0]);
}
