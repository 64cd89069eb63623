// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict a = data[0], *restrict b = data[1];
	float *restrict c = data[2];
	int count = problem->size[0];
#pragma omp parallel for simd schedule(static) aligned(a, b, c : 64) nontemporal(c)
	for (int i = 0; i < count; i++)
		c[i] = a[i] + b[i];
}
