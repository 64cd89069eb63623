// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// glibc has vector forms of expf and logf, which gcc takes when they are declared so (without -ffast-math
// its headers don't); clang does it for the loop with -fveclib only and calls the scalar ones.
#include <math.h>

#include "problem.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma omp declare simd notinbranch
extern float expf(float x);
#pragma omp declare simd notinbranch
extern float logf(float x);
#endif

static inline float cumulative_normal(float d)
{
	const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
	float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	float tail = 0.39894228040143267794f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
	return d > 0 ? 1.0f - tail : tail;
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict prices = data[0], *restrict strikes = data[1], *restrict years = data[2];
	float *restrict calls = data[3], *restrict puts = data[4];
	const float rate = 0.02f, volatility = 0.30f;
	int count = problem->size[0];
#pragma omp parallel for simd schedule(static)
	for (int i = 0; i < count; i++) {
		float price = prices[i], strike = strikes[i], time = years[i];
		float root = sqrtf(time);
		float d1 = (logf(price / strike) + (rate + 0.5f * volatility * volatility) * time) / (volatility * root);
		float d2 = d1 - volatility * root;
		float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2), discount = expf(-rate * time);
		calls[i] = price * n1 - strike * discount * n2;
		puts[i] = strike * discount * (1.0f - n2) - price * (1.0f - n1);
	}
}
