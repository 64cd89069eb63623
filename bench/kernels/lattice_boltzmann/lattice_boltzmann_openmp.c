// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row at a time along vectors, in which solid cells are chosen by selects; the columns at the border alone.
#include "problem.h"

enum { DENSITIES = 9 };

static const float omega = 1.2f;

// Column X, whose neighbours are LEFT and RIGHT.
static inline void cell(const float *restrict const *from, float *restrict const *to, const int *solid, long x, long left, long right)
{
	float f0 = from[0][x], f1 = from[1][left], f2 = from[2][x], f3 = from[3][right], f4 = from[4][x];
	float f5 = from[5][left], f6 = from[6][right], f7 = from[7][right], f8 = from[8][left];
	float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, inverse = 1 / density;
	float u = (f1 + f5 + f8 - f3 - f6 - f7) * inverse, v = (f2 + f5 + f6 - f4 - f7 - f8) * inverse;
	float rest = 1 - 1.5f * (u * u + v * v), axis = omega / 9 * density, corner = omega / 36 * density, keep = 1 - omega;
	float uu = rest + 4.5f * u * u, vv = rest + 4.5f * v * v, sum = u + v, difference = u - v;
	float ss = rest + 4.5f * sum * sum, dd = rest + 4.5f * difference * difference;
	int is_solid = solid[x];
	float g0 = keep * f0 + 4 * axis * rest, g1 = keep * f1 + axis * (uu + 3 * u), g2 = keep * f2 + axis * (vv + 3 * v);
	float g3 = keep * f3 + axis * (uu - 3 * u), g4 = keep * f4 + axis * (vv - 3 * v), g5 = keep * f5 + corner * (ss + 3 * sum);
	float g6 = keep * f6 + corner * (dd - 3 * difference), g7 = keep * f7 + corner * (ss - 3 * sum);
	float g8 = keep * f8 + corner * (dd + 3 * difference);
	to[0][x] = is_solid ? f0 : g0;
	to[1][x] = is_solid ? f3 : g1;
	to[2][x] = is_solid ? f4 : g2;
	to[3][x] = is_solid ? f1 : g3;
	to[4][x] = is_solid ? f2 : g4;
	to[5][x] = is_solid ? f7 : g5;
	to[6][x] = is_solid ? f8 : g6;
	to[7][x] = is_solid ? f5 : g7;
	to[8][x] = is_solid ? f6 : g8;
}

static void step(const float *from, float *to, const int *solid, long width, long height, long y)
{
	static const int rows[DENSITIES] = { 0, 0, -1, 0, 1, -1, -1, 1, 1 };
	const float *restrict sources[DENSITIES];
	float *restrict places[DENSITIES];
	for (int i = 0; i < DENSITIES; i++) {
		sources[i] = from + (i * height + (y + rows[i] + height) % height) * width;
		places[i] = to + (i * height + y) * width;
	}
	cell(sources, places, solid + y * width, 0, width - 1, 1);
#pragma omp simd
	for (long x = 1; x < width - 1; x++)
		cell(sources, places, solid + y * width, x, x - 1, x + 1);
	cell(sources, places, solid + y * width, width - 1, width - 2, 0);
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	int width = problem->size[0], height = problem->size[1];
#pragma omp parallel
	for (int i = 0; i < problem->size[2]; i++)
#pragma omp for schedule(static)
		for (int y = 0; y < height; y++)
			step(data[i % 2], data[1 - i % 2], data[2], width, height, y);
}
