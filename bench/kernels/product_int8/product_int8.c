// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of a matrix of bytes with another that comes transposed, in ints: tiles in shared memory, four products and their sum
// by an instruction.
#include "problem.h"

enum { TILE = 64 };

int bench_problems(struct bench_problem *problems, int small)
{
	int size = small ? 128 : 768; // multiples of TILE
	size_t words = (size_t)size * size / 4;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { size }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, words, .low = -2147483648.0, .high = 2147483648.0 },
		            { BENCH_IN, BENCH_INT, words, .low = -2147483648.0, .high = 2147483648.0 },
		            { BENCH_OUT, BENCH_INT, (size_t)size * size } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	size_t items = (size_t)problem->size[0] / 4;
	cl->launch("product", (struct bench_range){ { items, items }, { TILE / 4, TILE / 4 } }, "bbbi", 0, 1, 2, problem->size[0]);
}
