// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search by levels: a launch a level, a thread a vertex, until no vertex is found any more.
#include "problem.h"

enum { DEGREE = 8, SPREAD = 20000 };

static unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x45d9f3bu;
	x = (x ^ x >> 16) * 0x45d9f3bu;
	return x ^ x >> 16;
}

static void fill_edges(const struct bench_problem *problem, void *items)
{
	int *edges = items, vertices = problem->size[0];
	for (int v = 0; v < vertices; v++)
		for (int i = 0; i < DEGREE; i++) {
			int far = (int)(mix((unsigned)(v * DEGREE + i)) % SPREAD) - SPREAD / 2;
			edges[v * DEGREE + i] = ((v + far) % vertices + vertices) % vertices;
		}
}

static void fill_starts(const struct bench_problem *problem, void *items)
{
	for (int v = 0; v <= problem->size[0]; v++)
		((int *)items)[v] = v * DEGREE;
}

static void fill_levels(const struct bench_problem *problem, void *items)
{
	int *levels = items;
	for (int v = 0; v < problem->size[0]; v++)
		levels[v] = -1;
	levels[0] = 0;
}

int bench_problems(struct bench_problem *problems, int small)
{
	int vertices = small ? 50000 : 1000000;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { vertices }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, vertices + 1, .fill = fill_starts },
		            { BENCH_IN, BENCH_INT, (size_t)vertices * DEGREE, .fill = fill_edges },
		            { BENCH_INOUT, BENCH_INT, vertices, .fill = fill_levels },
		            { BENCH_SCRATCH, BENCH_INT, 1 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int vertices = problem->size[0], found = 1;
	for (int level = 0; found; level++) {
		cl->write(3, &(int){ 0 }, sizeof(int));
		cl->launch("visit", (struct bench_range){ { bench_round_up(vertices, 256) }, { 256 } }, "bbbbii", 0, 1, 2, 3,
		           level, vertices);
		cl->read(3, &found, sizeof(int));
	}
}
