// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The least number of letters to insert, delete or replace that makes one short word of another: a pair of words a thread, whose
// lengths differ from thread to thread, with one row of the table in a local array. Letters of equal places lie side by side.
#include "problem.h"

enum { LETTERS = 32 };

static void fill_words(const struct bench_problem *problem, void *items)
{
	static unsigned state = 1;
	for (int i = 0; i < LETTERS * problem->size[0]; i++) {
		state = state * 1664525u + 1013904223u;
		((char *)items)[i] = (char)('a' + (state >> 16) % 26);
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 9 : 1 << 16;
	size_t words = (size_t)count * LETTERS / 4;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, words, .fill = fill_words },
		            { BENCH_IN, BENCH_INT, words, .fill = fill_words },
		            { BENCH_IN, BENCH_INT, count, .low = LETTERS / 2, .high = LETTERS + 1 },
		            { BENCH_IN, BENCH_INT, count, .low = LETTERS / 2, .high = LETTERS + 1 },
		            { BENCH_OUT, BENCH_INT, count } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int count = problem->size[0];
	cl->launch("compare", (struct bench_range){ { count }, { 128 } }, "bbbbbi", 0, 1, 2, 3, 4, count);
}
