// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight options side by side, whose trees' values fit into the first cache, and four steps in each walk over them.
#include <math.h>

#include "problem.h"

enum { STEPS = 512, LANES = 8, AT_ONCE = 4 };

struct option {
	float price, strike, up, weight_up, weight_down;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma omp declare simd notinbranch
extern float expf(float x);
#endif

static void fill_leaves(float (*restrict values)[LANES], const struct option *options)
{
	float *all = values[0];
	float price[LANES], strike[LANES], up[LANES];
	for (int l = 0; l < LANES; l++) {
		price[l] = options[l].price;
		strike[l] = options[l].strike;
		up[l] = options[l].up;
	}
#pragma omp simd
	for (int n = 0; n < (STEPS + 1) * LANES; n++) {
		int l = n % LANES;
		float value = price[l] * expf(up[l] * (float)(2 * (n / LANES) - STEPS)) - strike[l];
		all[n] = value > 0 ? value : 0;
	}
}

static void price(const struct option *options, float *calls)
{
	float values[STEPS + 1][LANES], up[LANES], down[LANES];
	fill_leaves(values, options);
	for (int l = 0; l < LANES; l++) {
		up[l] = options[l].weight_up;
		down[l] = options[l].weight_down;
	}
	for (int step = STEPS; step > 0; step -= AT_ONCE) {
		float last[AT_ONCE][LANES] = { 0 }; // of each step between
		for (int i = 0; i <= step; i++) {
			float value[LANES];
#pragma omp simd
			for (int l = 0; l < LANES; l++)
				value[l] = values[i][l];
			for (int k = 0; k < AT_ONCE; k++)
#pragma omp simd
				for (int l = 0; l < LANES; l++) {
					float next = up[l] * value[l] + down[l] * last[k][l];
					last[k][l] = value[l];
					value[l] = next;
				}
			if (i >= AT_ONCE)
#pragma omp simd
				for (int l = 0; l < LANES; l++)
					values[i - AT_ONCE][l] = value[l];
		}
	}
	for (int l = 0; l < LANES; l++)
		calls[l] = values[0][l];
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const struct option *options = data[0];
	float *calls = data[1];
#pragma omp parallel for schedule(static)
	for (int i = 0; i < problem->size[0]; i += LANES)
		price(options + i, calls + i);
}
