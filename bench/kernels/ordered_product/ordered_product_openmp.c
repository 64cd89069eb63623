// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread multiplies a section in four parts side by side, so that one product need not wait for
// the one before.
#include <omp.h>

#include "problem.h"

enum { PARTS = 4, MAX_THREADS = 256 };

struct matrix {
	unsigned a, b, c, d;
};

static inline struct matrix times(struct matrix x, struct matrix y)
{
	return (struct matrix){ x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d };
}

static struct matrix section_product(const struct matrix *items, long count)
{
	const struct matrix one = { 1, 0, 0, 1 };
	struct matrix parts[PARTS] = { one, one, one, one };
	long length = count / PARTS;
	for (long i = 0; i < length; i++)
		for (int part = 0; part < PARTS; part++)
			parts[part] = times(parts[part], items[part * length + i]);
	struct matrix product = times(times(parts[0], parts[1]), times(parts[2], parts[3]));
	for (long i = length * PARTS; i < count; i++)
		product = times(product, items[i]);
	return product;
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const struct matrix *items = data[0];
	struct matrix sections[MAX_THREADS], product = { 1, 0, 0, 1 };
	long count = problem->size[0];
	int threads = 1;
#pragma omp parallel
	{
		int thread = omp_get_thread_num();
#pragma omp single
		threads = omp_get_num_threads();
		long first = count * thread / threads, end = count * (thread + 1) / threads;
		sections[thread] = section_product(items + first, end - first);
	}
	for (int i = 0; i < threads; i++)
		product = times(product, sections[i]);
	*(struct matrix *)data[1] = product;
}
