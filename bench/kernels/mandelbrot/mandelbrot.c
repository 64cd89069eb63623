// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns until a point of the plane leaves the circle of radius 2, at most 512.  The lanes of a warp leave the
// loop at different times.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	int width = small ? 128 : 1536, height = small ? 64 : 1024;
	size_t count = (size_t)width * height;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { width, height, 512 }, .bound = 0.8,
		.arrays = { { BENCH_OUT, BENCH_INT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	cl->launch("mandelbrot", (struct bench_range){ { size[0], size[1] }, { 32, 8 } }, "biii", 0, size[0], size[1], size[2]);
}
