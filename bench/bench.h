// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Timing for the programs of this folder: medians over many repetitions, one TSV line a figure:
//     name <tab> value <tab> unit <tab> what it must be ("<= 1.5"; "" when it is only shown)
// A figure that is compared with a peer is a ratio measured in the same run.
#ifndef AW_BENCH_H
#define AW_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double bench_now(void) // seconds
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double bench_cpu_now(void) // seconds that the process ran, on all cores together
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int bench_compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

// The median of COUNT values, which are put in order.
static inline double bench_median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof(*values), bench_compare);
	return values[count / 2];
}

static inline void bench_report(const char *name, double value, const char *unit, const char *wanted)
{
	printf("%s\t%.4g\t%s\t%s\n", name, value, unit, wanted);
	fflush(stdout);
}

#endif
