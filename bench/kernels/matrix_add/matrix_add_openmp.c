// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lanes.h"
#include "problem.h"

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *restrict a = data[0], *restrict b = data[1];
	float *restrict c = data[2];
	long count = (long)problem->size[0] * problem->size[1];
#pragma omp parallel for schedule(static)
	for (long i = 0; i <= count - LANES; i += LANES)
		stream(c + i, load(a + i) + load(b + i));
	for (long i = count / LANES * LANES; i < count; i++)
		c[i] = a[i] + b[i];
}
