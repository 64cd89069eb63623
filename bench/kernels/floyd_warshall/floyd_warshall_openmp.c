// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	int *distances = data[0], size = problem->size[0];
#pragma omp parallel
	for (int via = 0; via < size; via++) {
		const int *from_via = distances + (size_t)via * size;
#pragma omp for schedule(static)
		for (int from = 0; from < size; from++) {
			int *mine = distances + (size_t)from * size, first = mine[via];
#pragma omp simd
			for (int to = 0; to < size; to++) {
				int around = first + from_via[to];
				mine[to] = around < mine[to] ? around : mine[to];
			}
		}
	}
}
