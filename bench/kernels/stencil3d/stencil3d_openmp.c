// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict old = data[0];
	float *restrict next = data[1];
	long size = problem->size[0], layer = size * size;
#pragma omp parallel for collapse(2) schedule(static)
	for (long z = 1; z < size - 1; z++)
		for (long y = 1; y < size - 1; y++) {
			const float *restrict here = old + z * layer + y * size;
			float *restrict out = next + z * layer + y * size;
#pragma omp simd
			for (long x = 1; x < size - 1; x++)
				out[x] = 0.4f * here[x] + 0.1f * (here[x - layer] + here[x + layer] + here[x - 1] + here[x + 1] +
				                                  here[x - size] + here[x + size]);
		}
}
