// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Seven reductions by one warp or block inside a larger kernel: five forms of a warp's sum, by which each
// row of 32 ints gets the distance of its squares from their mean, and a block's sum by its warps in
// blocks of 1024 and of 256, of 16 ints a thread.  The peer is written with AVX-512 intrinsics.
#include "problem.h"

enum { LANES = 32, WARPS = 8, PER_THREAD = 16, FORMS = 5 };

int bench_problems(struct bench_problem *problems, int small)
{
	static const char *const variants[] = { ".guarded", ".unguarded", ".ordered", ".ordered_padded", ".shuffles",
		                                ".block_1024", ".block_256" };
	for (int i = 0; i < 7; i++) {
		int rows = !small ? 1 << 17 : i < FORMS ? 1 << 6 : 1 << 9;
		size_t count = (size_t)rows * LANES;
		int block = i == FORMS ? 1024 : 256;
		problems[i] = (struct bench_problem){
			.variant = variants[i], .which = i, .size = { rows, block }, .bytes = 8.0 * count, .bound = 0.8, .count_bound = 1 / 1.5,
			.arrays = { { BENCH_IN, BENCH_INT, count, .low = -1000, .high = 1001 },
			            { BENCH_OUT, BENCH_INT, i < FORMS ? count : count / (block * PER_THREAD) } },
		};
	}
	return 7;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	static const char *const forms[] = { "guarded", "guarded", "ordered", "ordered", "guarded" };
	size_t items = (size_t)problem->size[0] * LANES, block = problem->size[1];
	if (problem->which < FORMS)
		cl->launch(forms[problem->which], (struct bench_range){ { items }, { LANES * WARPS } }, "bb", 0, 1);
	else
		cl->launch("block", (struct bench_range){ { items / PER_THREAD }, { block } }, "bb", 0, 1);
}
