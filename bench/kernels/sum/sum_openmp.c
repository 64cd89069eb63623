// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const int *numbers = data[0];
	int count = problem->size[0], sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
	for (int i = 0; i < count; i++)
		sum += numbers[i];
	*(int *)data[1] = sum;
}
