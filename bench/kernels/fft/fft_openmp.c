// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transform a thread at a time, real and imaginary parts apart in two buffers of the first cache, so
// that the inner loops run along vectors.  The roots of each step are put in order once a call.
#include "problem.h"

enum { POINTS = 1024, QUARTER = POINTS / 4, STEPS = 5 };

struct table {
	float re[STEPS][3][QUARTER], im[STEPS][3][QUARTER];
};

static void make_table(struct table *table, const float *roots)
{
	for (int step = 0, done = 1; step < STEPS; step++, done *= 4)
		for (int i = 1; i < 4; i++)
			for (int j = 0; j < QUARTER; j++) {
				int root = i * (j & (done - 1)) * (QUARTER / done);
				table->re[step][i - 1][j] = roots[2 * root];
				table->im[step][i - 1][j] = roots[2 * root + 1];
			}
}

// One step from (re, im) to (to_re, to_im): butterfly j reads j + i * QUARTER, and writes with distance DONE.
static inline void butterflies(const struct table *restrict table, int step, int done, const float *restrict re,
                               const float *restrict im, float *restrict to_re, float *restrict to_im)
{
	for (int group = 0; group < QUARTER; group += done)
#pragma omp simd
		for (int k = 0; k < done; k++) {
			int j = group + k, place = group * 4 + k;
			float r[4], m[4];
			r[0] = re[j];
			m[0] = im[j];
			for (int i = 1; i < 4; i++) {
				float x = re[j + i * QUARTER], y = im[j + i * QUARTER];
				float wx = table->re[step][i - 1][j], wy = table->im[step][i - 1][j];
				r[i] = x * wx - y * wy;
				m[i] = x * wy + y * wx;
			}
			float ar = r[0] + r[2], br = r[0] - r[2], cr = r[1] + r[3], dr = m[1] - m[3];
			float am = m[0] + m[2], bm = m[0] - m[2], cm = m[1] + m[3], dm = r[3] - r[1];
			to_re[place] = ar + cr;
			to_im[place] = am + cm;
			to_re[place + done] = br + dr;
			to_im[place + done] = bm + dm;
			to_re[place + 2 * done] = ar - cr;
			to_im[place + 2 * done] = am - cm;
			to_re[place + 3 * done] = br - dr;
			to_im[place + 3 * done] = bm - dm;
		}
}

static void transform(const struct table *table, const float *restrict input, float *restrict output)
{
	float re[2][POINTS], im[2][POINTS];
#pragma omp simd
	for (int i = 0; i < POINTS; i++) {
		re[0][i] = input[2 * i];
		im[0][i] = input[2 * i + 1];
	}
	butterflies(table, 0, 1, re[0], im[0], re[1], im[1]);
	butterflies(table, 1, 4, re[1], im[1], re[0], im[0]);
	butterflies(table, 2, 16, re[0], im[0], re[1], im[1]);
	butterflies(table, 3, 64, re[1], im[1], re[0], im[0]);
	butterflies(table, 4, 256, re[0], im[0], re[1], im[1]);
#pragma omp simd
	for (int i = 0; i < POINTS; i++) {
		output[2 * i] = re[1][i];
		output[2 * i + 1] = im[1][i];
	}
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	static struct table table;
	const float *input = data[0];
	float *output = data[1];
	make_table(&table, data[2]);
#pragma omp parallel for schedule(static)
	for (long i = 0; i < problem->size[0]; i++)
		transform(&table, input + i * POINTS * 2, output + i * POINTS * 2);
}
