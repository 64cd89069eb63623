// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string.h>

#include "lanes.h"
#include "problem.h"

static inline float point(const float *here, long size)
{
	return 0.5f * here[0] + 0.125f * (here[-1] + here[1] + here[-size] + here[size]);
}

static inline lanes points(const float *here, long size)
{
	return 0.5f * load(here) + 0.125f * (load(here - 1) + load(here + 1) + load(here - size) + load(here + size));
}

// Lines begin aligned, as the size is a multiple of the vector's.
void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict old = data[0];
	float *restrict next = data[1];
	long size = problem->size[0];
#pragma omp parallel for schedule(static)
	for (long y = 0; y < size; y++) {
		const float *restrict here = old + y * size;
		float *restrict out = next + y * size;
		if (y == 0 || y == size - 1) {
			memcpy(out, here, (size_t)size * sizeof(float));
			continue;
		}
		for (long x = 1; x < LANES; x++)
			out[x] = point(here + x, size);
		for (long x = LANES; x < size - LANES; x += LANES)
			stream(out + x, points(here + x, size));
		for (long x = size - LANES; x < size - 1; x++)
			out[x] = point(here + x, size);
		out[0] = here[0];
		out[size - 1] = here[size - 1];
	}
}
