// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const int *restrict starts = data[0], *restrict edges = data[1];
	int *levels = data[2], vertices = problem->size[0], found = 1;
	for (int level = 0; found; level++) {
		found = 0;
#pragma omp parallel for schedule(static, 4096) reduction(| : found)
		for (int vertex = 0; vertex < vertices; vertex++) {
			if (levels[vertex] != level)
				continue;
			for (int k = starts[vertex]; k < starts[vertex + 1]; k++) {
				int next = edges[k], known;
#pragma omp atomic read
				known = levels[next];
				if (known < 0) {
#pragma omp atomic write
					levels[next] = level + 1;
					found = 1;
				}
			}
		}
	}
}
