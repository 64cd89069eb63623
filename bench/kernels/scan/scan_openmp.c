// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread adds its part up, then scans it from where the parts before end.
#include <omp.h>

#include "problem.h"

enum { MAX_THREADS = 256 };

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const int *restrict input = data[0];
	int *restrict output = data[1], sums[MAX_THREADS] = { 0 };
	long count = problem->size[0];
#pragma omp parallel
	{
		int thread = omp_get_thread_num(), threads = omp_get_num_threads(), sum = 0;
		long first = count * thread / threads, end = count * (thread + 1) / threads;
#pragma omp simd reduction(+ : sum)
		for (long i = first; i < end; i++)
			sum += input[i];
		sums[thread] = sum;
#pragma omp barrier
		sum = 0;
		for (int i = 0; i < thread; i++)
			sum += sums[i];
#pragma omp simd reduction(inscan, + : sum)
		for (long i = first; i < end; i++) {
			sum += input[i];
#pragma omp scan inclusive(sum)
			output[i] = sum;
		}
	}
}
