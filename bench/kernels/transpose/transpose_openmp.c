// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By squares of 32 x 32, whose lines of both matrices stay in the cache, through a buffer, so that a
// square's lines, which lie a power of two apart, don't push one another out of it.
#include "problem.h"

enum { TILE = 32 };

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict input = data[0];
	float *restrict output = data[1];
	long size = problem->size[0];
#pragma omp parallel for collapse(2) schedule(static)
	for (long y = 0; y < size; y += TILE)
		for (long x = 0; x < size; x += TILE) {
			float square[TILE][TILE];
			for (long i = 0; i < TILE; i++)
#pragma omp simd
				for (long k = 0; k < TILE; k++)
					square[k][i] = input[(y + i) * size + x + k];
			for (long i = 0; i < TILE; i++)
#pragma omp simd
				for (long k = 0; k < TILE; k++)
					output[(x + i) * size + y + k] = square[i][k];
		}
}
