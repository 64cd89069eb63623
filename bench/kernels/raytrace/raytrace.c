// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture of 64 spheres: a ray a pixel, the nearest of all spheres that it hits, light from one side, and up to three reflections,
// as long as they count.
#include "problem.h"

enum { SPHERES = 64 };

// For each: the centre, the radius, the colour, and the part of the light that it reflects.
static void fill_spheres(const struct bench_problem *problem, void *items)
{
	static const double low[] = { -12, -9, 14, 0.6, 0.2, 0.2, 0.2, 0 }, high[] = { 12, 9, 34, 2.4, 1, 1, 1, 0.6 };
	unsigned state = 7;
	(void)problem;
	for (int i = 0; i < SPHERES * 8; i++) {
		state = state * 1664525u + 1013904223u;
		((float *)items)[i] = (float)(low[i % 8] + (high[i % 8] - low[i % 8]) * (state >> 8) / (1 << 24));
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int width = small ? 96 : 640, height = small ? 64 : 480;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { width, height }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, SPHERES * 8, .fill = fill_spheres },
		            { BENCH_OUT, BENCH_FLOAT, 4 * (size_t)width * height, .tolerance = 1e-4 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	cl->launch("render", (struct bench_range){ { size[0], size[1] }, { 16, 16 } }, "bbii", 0, 1, size[0], size[1]);
}
