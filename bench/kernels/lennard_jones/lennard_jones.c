// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forces between atoms that are near to one another: each atom, a thread, goes along its list of neighbours, whose number
// differs from atom to atom, and takes those within the cutoff. Lists are one after another: entry k of atom i at [k * atoms + i].
#include "problem.h"

enum { MOST = 128, REACH = 3 };

static const double spacing = 1.1, jitter = 0.1, skin = 2.8;

static double coordinate(int place, unsigned number)
{
	number = (number ^ number >> 16) * 0x45d9f3bu;
	number = (number ^ number >> 16) * 0x45d9f3bu;
	return place * spacing + ((number >> 8 & 0xffff) / 32768.0 - 1) * jitter;
}

static void fill_atoms(const struct bench_problem *problem, void *items)
{
	int side = problem->size[0];
	for (int i = 0; i < side * side * side; i++) {
		int place[] = { i % side, i / side % side, i / side / side };
		for (int k = 0; k < 3; k++)
			((float *)items)[4 * i + k] = (float)coordinate(place[k], (unsigned)(3 * i + k));
		((float *)items)[4 * i + 3] = 0;
	}
}

// Whether the atom D steps of the lattice from atom FROM is there and within the cutoff and a skin.
static int near(const struct bench_problem *problem, int from, const int *d)
{
	int side = problem->size[0], place[] = { from % side, from / side % side, from / side / side };
	int to = from + d[0] + side * (d[1] + side * d[2]);
	double distance = 0;
	for (int k = 0; k < 3; k++) {
		if (place[k] + d[k] < 0 || place[k] + d[k] >= side)
			return 0;
		double along = coordinate(place[k] + d[k], (unsigned)(3 * to + k)) - coordinate(place[k], (unsigned)(3 * from + k));
		distance += along * along;
	}
	return to != from && distance < skin * skin;
}

static void fill_lists(const struct bench_problem *problem, void *items)
{
	int side = problem->size[0], atoms = side * side * side, *lists = items, *counts = lists + MOST * atoms;
	for (int i = 0; i < atoms; i++) {
		counts[i] = 0;
		for (int n = 0; n < (2 * REACH + 1) * (2 * REACH + 1) * (2 * REACH + 1); n++) {
			int d[] = { n % 7 - REACH, n / 7 % 7 - REACH, n / 49 - REACH };
			if (counts[i] < MOST && near(problem, i, d))
				lists[counts[i]++ * atoms + i] = i + d[0] + side * (d[1] + side * d[2]);
		}
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int side = small ? 8 : 40, atoms = side * side * side;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { side, atoms }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, 4 * (size_t)atoms, .fill = fill_atoms },
		            { BENCH_IN, BENCH_INT, (MOST + 1) * (size_t)atoms, .fill = fill_lists }, // and their lengths behind them
		            { BENCH_OUT, BENCH_FLOAT, 4 * (size_t)atoms, .tolerance = 1e-3 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int atoms = problem->size[1];
	cl->launch("forces", (struct bench_range){ { bench_round_up(atoms, 128) }, { 128 } }, "bbbi", 0, 1, 2, atoms);
}
