// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial sums of pieces, so that a float's 24 bits are enough.
#include "problem.h"

enum { PIECE = 1 << 14 };

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *a = data[0], *b = data[1];
	int count = problem->size[0];
	double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
	for (int first = 0; first < count; first += PIECE) {
		int end = first + PIECE < count ? first + PIECE : count;
		float piece = 0;
#pragma omp simd reduction(+ : piece)
		for (int i = first; i < end; i++)
			piece += a[i] * b[i];
		sum += piece;
	}
	*(float *)data[2] = (float)sum;
}
