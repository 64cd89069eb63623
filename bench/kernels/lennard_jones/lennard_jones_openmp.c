// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight atoms side by side, as the lists lie, up to the longest of their lists; coordinates in arrays of their own.
#include <math.h>
#include <stdlib.h>

#include "problem.h"

enum { MOST = 128, LANES = 8 };

struct atom {
	float x, y, z, w;
};

static const float cutoff = 2.5f;

static void forces_on(const struct atom *restrict me, const int *restrict lists, const int *restrict counts, const float *restrict xs,
                      const float *restrict ys, const float *restrict zs, struct atom *restrict results, long count)
{
	float fx[LANES] = { 0 }, fy[LANES] = { 0 }, fz[LANES] = { 0 }, energy[LANES] = { 0 }, mx[LANES], my[LANES], mz[LANES];
	int most = 0, lengths[LANES];
	for (int i = 0; i < LANES; i++) {
		lengths[i] = counts[i];
		most = lengths[i] > most ? lengths[i] : most;
		mx[i] = me[i].x;
		my[i] = me[i].y;
		mz[i] = me[i].z;
	}
	for (int k = 0; k < most; k++)
#pragma omp simd
		for (int i = 0; i < LANES; i++) {
			int other = k < lengths[i] ? lists[k * count + i] : 0;
			float x = mx[i] - xs[other], y = my[i] - ys[other], z = mz[i] - zs[other];
			float square = fmaf(x, x, fmaf(y, y, z * z));
			int takes = (square < cutoff * cutoff) & (k < lengths[i]);
			float inverse = 1 / square, sixth = inverse * inverse * inverse;
			float factor = inverse * sixth * (48 * sixth - 24), more = 4 * sixth * (sixth - 1);
			factor = takes ? factor : 0;
			fx[i] += x * factor;
			fy[i] += y * factor;
			fz[i] += z * factor;
			energy[i] += takes ? more : 0;
		}
	for (int i = 0; i < LANES; i++)
		results[i] = (struct atom){ fx[i], fy[i], fz[i], energy[i] };
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const struct atom *atoms = data[0];
	struct atom *results = data[2];
	long count = problem->size[1];
	const int *lists = data[1], *counts = lists + MOST * count;
	float *xs = malloc(3 * sizeof(float) * (size_t)count), *ys = xs + count, *zs = ys + count;
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (long i = 0; i < count; i++) {
			xs[i] = atoms[i].x;
			ys[i] = atoms[i].y;
			zs[i] = atoms[i].z;
		}
#pragma omp for schedule(static)
		for (long i = 0; i < count; i += LANES)
			forces_on(atoms + i, lists + i, counts + i, xs, ys, zs, results + i, count);
	}
	free(xs);
}
