// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const int *restrict starts = data[0], *restrict columns = data[1];
	const float *restrict values = data[2], *restrict x = data[3];
	float *restrict y = data[4];
	int rows = problem->size[0];
#pragma omp parallel for schedule(static)
	for (int row = 0; row < rows; row++) {
		float sum = 0;
		for (int k = starts[row]; k < starts[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[row] = sum;
	}
}
