// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prices of European calls by binomial trees of 512 steps: a block an option, the prices of a step in shared memory, a barrier
// between steps. What is the same in all of a tree comes ready, computed in doubles.
#include <math.h>

#include "problem.h"

enum { STEPS = 512, THREADS = 256 };

// For each: the price, the strike, the logarithm of a step up, and the discounted weights of up and down.
static void fill_options(const struct bench_problem *problem, void *items)
{
	unsigned state = 1;
	for (int i = 0; i < problem->size[0]; i++) {
		double random[3], rate = 0.06, volatility = 0.1;
		for (int k = 0; k < 3; k++)
			random[k] = (double)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24);
		double time = (0.25 + 9.75 * random[2]) / STEPS, up = volatility * sqrt(time), discount = exp(-rate * time);
		double probability = (exp(rate * time) - exp(-up)) / (exp(up) - exp(-up));
		float *option = (float *)items + 5 * i;
		option[0] = (float)(5 + 25 * random[0]);
		option[1] = (float)(1 + 99 * random[1]);
		option[2] = (float)up;
		option[3] = (float)(probability * discount);
		option[4] = (float)((1 - probability) * discount);
	}
}

int bench_problems(struct bench_problem *problems, int small)
{
	int count = small ? 8 : 1024;
	problems[0] = (struct bench_problem){
		.variant = "", .size = { count }, .flops = 1.5 * STEPS * STEPS * count, .bound = 0.8,
		.arrays = { { BENCH_IN, BENCH_FLOAT, 5 * (size_t)count, .fill = fill_options },
		            { BENCH_OUT, BENCH_FLOAT, count, .tolerance = 1e-3 } },
	};
	return 1;
}

void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl)
{
	cl->launch("price", (struct bench_range){ { (size_t)problem->size[0] * THREADS }, { THREADS } }, "bb", 0, 1);
}
