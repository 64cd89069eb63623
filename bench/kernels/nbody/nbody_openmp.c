// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The coordinates are put into arrays of their own first, so that the inner loop runs along vectors.
#include <math.h>
#include <stdlib.h>

#include "problem.h"

struct body {
	float x, y, z, w;
};

static const float softening = 1e-3f;

static struct body pull_on(struct body me, const float *restrict coordinates, int count)
{
	const float *xs = coordinates, *ys = xs + count, *zs = ys + count, *masses = zs + count;
	float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az) aligned(xs, ys, zs, masses : 64)
	for (int k = 0; k < count; k++) {
		float x = xs[k] - me.x, y = ys[k] - me.y, z = zs[k] - me.z;
		float inverse = 1.0f / sqrtf(x * x + y * y + z * z + softening);
		float factor = masses[k] * inverse * inverse * inverse;
		ax += x * factor;
		ay += y * factor;
		az += z * factor;
	}
	return (struct body){ ax, ay, az, 0 };
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const struct body *bodies = data[0];
	struct body *accelerations = data[1];
	int count = problem->size[0];
	float *coordinates = aligned_alloc(64, 4 * sizeof(float) * (size_t)count);
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < count; i++) {
			coordinates[i] = bodies[i].x;
			coordinates[count + i] = bodies[i].y;
			coordinates[2 * count + i] = bodies[i].z;
			coordinates[3 * count + i] = bodies[i].w;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < count; i++)
			accelerations[i] = pull_on(bodies[i], coordinates, count);
	}
	free(coordinates);
}
