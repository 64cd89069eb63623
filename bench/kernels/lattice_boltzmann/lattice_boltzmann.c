// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flow by the lattice Boltzmann method, D2Q9: nine densities a cell, each an array of its own; a launch a step, in which each cell
// takes what streams into it from its neighbours and lets it relax (BGK). Solid cells send it back. The plane is a torus.
#include "problem.h"

static void fill_densities(const struct bench_problem *problem, void *items)
{
	static const double weights[] = { 4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36 };
	int cells = problem->size[0] * problem->size[1];
	unsigned state = 1;
	for (int i = 0; i < 9 * cells; i++) {
		state = state * 1664525u + 1013904223u;
		((float *)items)[i] = (float)(weights[i / cells] * (1 + 0.1 * (state >> 8) / (1 << 24)));
	}
}

// Discs.
static void fill_solid(const struct bench_problem *problem, void *items)
{
	int width = problem->size[0], height = problem->size[1];
	for (int i = 0; i < width * height; i++) {
		int x = i % width % 64 - 32, y = i / width % 64 - 32;
		((int *)items)[i] = x * x + y * y < 100;
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int width = small ? 128 : 512, height = small ? 64 : 512, steps = small ? 2 : 4; // even
	size_t cells = (size_t)width * height;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { width, height, steps }, .bytes = (9 * 8.0 + 4) * cells * steps, .bound = 0.8,
		.arrays = { { BENCH_INOUT, BENCH_FLOAT, 9 * cells, .fill = fill_densities, .tolerance = 1e-5 },
		            { BENCH_SCRATCH, BENCH_FLOAT, 9 * cells },
		            { BENCH_IN, BENCH_INT, cells, .fill = fill_solid } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	for (int i = 0; i < size[2]; i++)
		cl->launch("advance", (struct bench_range){ { size[0], size[1] }, { 128, 1 } }, "bbbii", i % 2, 1 - i % 2, 2, size[0], size[1]);
}
