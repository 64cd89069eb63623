// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 16 points side by side until all have left: a loop that compilers turn into vectors with selects.
#include "problem.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif

enum { LANES = 16 };

static void points(int *restrict turns, float y0, int first, float step, int limit)
{
	float x0[LANES], x[LANES] = { 0 }, y[LANES] = { 0 };
	int count[LANES] = { 0 };
	for (int i = 0; i < LANES; i++)
		x0[i] = (first + i) * step - 2.0f;
	for (int turn = 0, inside = 1; turn < limit && inside; turn++) {
		inside = 0;
#pragma omp simd reduction(| : inside)
		for (int i = 0; i < LANES; i++) {
			float xx = x[i] * x[i], yy = y[i] * y[i], next_y = 2 * x[i] * y[i] + y0;
			int stays = !(xx + yy > 4);
			y[i] = stays ? next_y : y[i];
			x[i] = stays ? xx - yy + x0[i] : x[i];
			count[i] += stays;
			inside |= stays;
		}
	}
	for (int i = 0; i < LANES; i++)
		turns[i] = count[i];
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	int width = problem->size[0], height = problem->size[1], *turns = data[0];
#pragma omp parallel for schedule(dynamic, 4)
	for (int row = 0; row < height; row++)
		for (int column = 0; column < width; column += LANES)
			points(turns + (size_t)row * width + column, row * (2.0f / height) - 1.0f, column, 3.0f / width, problem->size[2]);
}
