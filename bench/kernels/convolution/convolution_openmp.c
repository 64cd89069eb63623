// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line of results at a time: 49 weights that stay in registers or the first cache, one vector of sums.
#include "problem.h"

enum { RADIUS = 3, TAPS = 2 * RADIUS + 1 };

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict image = data[0], *restrict weights = data[1];
	float *restrict result = data[2];
	long size = problem->size[0], pitch = size + 2 * RADIUS;
#pragma omp parallel for schedule(static)
	for (long y = 0; y < size; y++) {
		float w[TAPS][TAPS];
		for (int i = 0; i < TAPS * TAPS; i++)
			w[i / TAPS][i % TAPS] = weights[i];
#pragma omp simd
		for (long x = 0; x < size; x++) {
			const float *from = image + y * pitch + x;
			float sum = 0;
			for (int i = 0; i < TAPS; i++)
				for (int k = 0; k < TAPS; k++)
					sum += w[i][k] * from[i * pitch + k];
			result[y * size + x] = sum;
		}
	}
}
