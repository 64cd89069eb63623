// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conway's game on a torus, a byte a cell, a thread a cell and a launch a generation.
#include "problem.h"

static void fill_cells(const struct bench_problem *problem, void *items)
{
	unsigned state = 1;
	for (int i = 0; i < problem->size[0] * problem->size[1]; i++) {
		state = state * 1664525u + 1013904223u;
		((unsigned char *)items)[i] = state >> 24 < 80;
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int width = small ? 128 : 2048, height = small ? 64 : 2048, generations = small ? 4 : 8; // even
	size_t words = (size_t)width * height / 4;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { width, height, generations }, .bound = 0.8,
		.arrays = { { BENCH_INOUT, BENCH_INT, words, .fill = fill_cells }, { BENCH_SCRATCH, BENCH_INT, words } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	const int *size = problem->size;
	for (int i = 0; i < size[2]; i++)
		cl->launch("generation", (struct bench_range){ { size[0], size[1] }, { 32, 8 } }, "bbii", i % 2, 1 - i % 2, size[0], size[1]);
}
