// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string.h>

#include "problem.h"

enum { CENTRES = 32, COORDINATES = 8, PIECE = 256 };

static void assign(const float *restrict points, const float *restrict centres, float *restrict distances,
                   int *restrict nearest, long count, long pieces)
{
#pragma omp simd
	for (long i = 0; i < pieces; i++) {
		float least = 3.4e38f;
		int best = 0;
		for (int c = 0; c < CENTRES; c++) {
			float distance = 0;
			for (int k = 0; k < COORDINATES; k++) {
				float away = points[k * count + i] - centres[c * COORDINATES + k];
				distance += away * away;
			}
			best = distance < least ? c : best;
			least = distance < least ? distance : least;
		}
		distances[i] = least;
		nearest[i] = best;
	}
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *points = data[0], *centres = data[1];
	float *distances = data[2];
	int *nearest = data[3], *totals = data[4];
	long count = problem->size[0];
	int sizes[CENTRES] = { 0 };
#pragma omp parallel for schedule(static) reduction(+ : sizes)
	for (long first = 0; first < count; first += PIECE) {
		long here = count - first < PIECE ? count - first : PIECE;
		assign(points + first, centres, distances + first, nearest + first, count, here);
		for (long i = first; i < first + here; i++)
			sizes[nearest[i]]++;
	}
	memcpy(totals, sizes, sizeof(sizes));
}
