// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sixteen generators side by side, each word of theirs an array along which compilers make vectors.
#include <math.h>

#include "problem.h"

enum { THREADS = 256, LANES = 16 };

struct generators {
	unsigned v0[LANES], v1[LANES], v2[LANES], v3[LANES], v4[LANES], d;
};

static inline unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

static void seed(struct generators *all, unsigned first)
{
#pragma omp simd
	for (int i = 0; i < LANES; i++) {
		unsigned n = (first + (unsigned)i) * 5;
		all->v0[i] = mix(n) | 1;
		all->v1[i] = mix(n + 1) | 1;
		all->v2[i] = mix(n + 2) | 1;
		all->v3[i] = mix(n + 3) | 1;
		all->v4[i] = mix(n + 4) | 1;
	}
	all->d = 6615241;
}

static inline float uniform(struct generators *all, int i, unsigned d)
{
	unsigned t = all->v0[i] ^ all->v0[i] >> 2;
	all->v0[i] = all->v1[i], all->v1[i] = all->v2[i], all->v2[i] = all->v3[i], all->v3[i] = all->v4[i];
	all->v4[i] = all->v4[i] ^ all->v4[i] << 4 ^ t ^ t << 1;
	return (float)(int)((all->v4[i] + d) >> 8) * (1.0f / (1 << 24));
}

static int hits_of(unsigned first, int samples)
{
	struct generators all;
	int inside[LANES] = { 0 }, sum = 0;
	seed(&all, first);
	for (int k = 0; k < samples; k++) {
#pragma omp simd
		for (int i = 0; i < LANES; i++) {
			float x = uniform(&all, i, all.d + 362437), y = uniform(&all, i, all.d + 2 * 362437);
			inside[i] += fmaf(x, x, y * y) < 1;
		}
		all.d += 2 * 362437;
	}
	for (int i = 0; i < LANES; i++)
		sum += inside[i];
	return sum;
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	int *hits = data[0];
#pragma omp parallel for schedule(static)
	for (int block = 0; block < problem->size[0]; block++) {
		unsigned first = (unsigned)problem->size[2] + (unsigned)block * THREADS;
		int sum = 0;
		for (unsigned i = 0; i < THREADS; i += LANES)
			sum += hits_of(first + i, problem->size[1]);
		hits[block] = sum;
	}
}
