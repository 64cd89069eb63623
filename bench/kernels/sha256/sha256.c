// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A miner: SHA-256 of SHA-256 of a header of 80 bytes, one nonce a thread. The state after the header's first 64 bytes comes ready,
// as miners do it. Kept are each hash's last word and how many of them are below a target.
#include "problem.h"

enum { THREADS = 256 };

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 1 << 10 : 1 << 17;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count, 1 << 16 }, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_INT, 8 + 3, .low = 0, .high = 2147483647 },
		            { BENCH_OUT, BENCH_INT, count },
		            { BENCH_OUT, BENCH_INT, 1 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->write(2, &(int){ 0 }, sizeof(int));
	cl->launch("mine", (struct bench_range){ { problem->size[0] }, { THREADS } }, "bbbi", 0, 1, 2, problem->size[1]);
}
