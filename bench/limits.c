// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine can do, measured: STREAM's triad over arrays far beyond the caches, with plain and
// with non-temporal stores (counted as STREAM does, three words an element), a sum (reading alone),
// and the rate of independent fused multiply-adds in registers, on one core and on all.  The best of
// several runs counts, since a limit is what nothing gets past.  Compiled by clang for
// __builtin_nontemporal_store.
#include <omp.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "bench.h"

enum { COUNT = 1 << 25, RUNS = 15, TURNS = 1 << 22, CHAINS = 12 };

typedef float lanes __attribute__((vector_size(64)));
enum { LANES = sizeof(lanes) / sizeof(float), VECTORS = COUNT / LANES };

static lanes *a, *b, *c;
static float sink;

static lanes *allocate(void)
{
	size_t bytes = COUNT * sizeof(float);
	lanes *memory = aligned_alloc(2 << 20, bytes);
	if (!memory)
		exit(EXIT_FAILURE);
	madvise(memory, bytes, MADV_HUGEPAGE);
#pragma omp parallel for schedule(static)
	for (int i = 0; i < VECTORS; i++)
		memory[i] = (lanes){ 0 } + 1.0f;
	return memory;
}

static double triad(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < VECTORS; i++)
		a[i] = b[i] + 0.5f * c[i];
	return 12.0 * COUNT;
}

static double triad_nontemporal(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < VECTORS; i++)
		__builtin_nontemporal_store(b[i] + 0.5f * c[i], &a[i]);
	return 12.0 * COUNT;
}

static double read_only(void)
{
	float total = 0;
#pragma omp parallel reduction(+ : total)
	{
		lanes sums[4] = { { 0 } };
#pragma omp for schedule(static)
		for (int i = 0; i < VECTORS; i += 4)
			for (int k = 0; k < 4; k++)
				sums[k] += b[i + k];
		for (int k = 0; k < 4; k++)
			total += sums[k][0];
	}
	sink += total;
	return 4.0 * COUNT;
}

static double multiply_add(void)
{
	float total = 0;
#pragma omp parallel reduction(+ : total)
	{
		lanes sums[CHAINS], factor = (lanes){ 0 } + 0.999f, term = (lanes){ 0 } + 1e-3f;
		for (int k = 0; k < CHAINS; k++)
			sums[k] = (lanes){ 0 } + (float)k;
		for (int i = 0; i < TURNS; i++)
#pragma clang loop unroll(full)
			for (int k = 0; k < CHAINS; k++)
				sums[k] = sums[k] * factor + term;
		for (int k = 0; k < CHAINS; k++)
			total += sums[k][0];
	}
	sink += total;
	return 2.0 * LANES * CHAINS * TURNS * omp_get_max_threads();
}

// The best rate of WORK, whose result is what it did, in 1e9 a second.
static double best_rate(double (*work)(void))
{
	double best = 0;
	for (int run = 0; run < RUNS; run++) {
		double start = bench_now(), done = work(), rate = 1e-9 * done / (bench_now() - start);
		best = rate > best ? rate : best;
	}
	return best;
}

static void report(const char *name, double (*work)(void), int threads)
{
	omp_set_num_threads(threads);
	double rate = best_rate(work);
	printf("limit.%s.%d_threads\t%s\t%.4g\t\t\t\n", name, threads, work == multiply_add ? "GFLOP/s" : "GB/s", rate);
	fflush(stdout);
}

int main(void)
{
	int cores = omp_get_num_procs();
	a = allocate();
	b = allocate();
	c = allocate();
	for (int threads = 1; threads <= cores; threads += cores > 1 ? cores - 1 : 1) {
		report("triad", triad, threads);
		report("triad_nontemporal", triad_nontemporal, threads);
		report("read", read_only, threads);
		report("fma", multiply_add, threads);
	}
	return sink == 0.125f;
}
