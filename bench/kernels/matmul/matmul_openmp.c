// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict a = data[0], *restrict b = data[1];
	float *restrict c = data[2];
	int size = problem->size[0];
#pragma omp parallel for schedule(static)
	for (int row = 0; row < size; row++) {
		float *restrict sums = &c[(size_t)row * size];
		for (int column = 0; column < size; column++)
			sums[column] = 0;
		for (int k = 0; k < size; k++) {
			float factor = a[(size_t)row * size + k];
			const float *restrict line = &b[(size_t)k * size];
#pragma omp simd
			for (int column = 0; column < size; column++)
				sums[column] += factor * line[column];
		}
	}
}
