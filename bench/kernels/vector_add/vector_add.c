// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector addition with three launches: one block, a block for each 256 elements, and 256 blocks of 256
// threads that walk the vector with the stride of the grid.
#include "problem.h"

int bench_problems(struct bench_problem *problems, int small)
{
	static const char *const variants[] = { ".one_block", ".many_blocks", ".grid_stride" };
	int count = small ? 1 << 18 : 1 << 26;
	for (int i = 0; i < 3; i++)
		problems[i] = (struct bench_problem){
			.variant = variants[i], .which = i, .size = { count }, .bytes = 12.0 * count, .bound = 0.95,
			.arrays = { { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
			            { BENCH_IN, BENCH_FLOAT, count, .low = -1, .high = 1 },
			            { BENCH_OUT, BENCH_FLOAT, count } },
		};
	return 3;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	int count = problem->size[0];
	struct bench_range ranges[] = { { { 1024 }, { 1024 } }, { { count }, { 256 } }, { { 256 * 256 }, { 256 } } };
	cl->launch(problem->which == 1 ? "add" : "add_strided", ranges[problem->which], "bbbi", 0, 1, 2, count);
}
