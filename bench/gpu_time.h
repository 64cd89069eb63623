// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time that work takes on the GPU, by events around it.
#ifndef AW_GPU_TIME_H
#define AW_GPU_TIME_H

#include <cuda_runtime.h>

#include "bench.h"

// The median of 31 runs of RUN after 3 that don't count, in microseconds.
template <class F>
static double median_time(F run)
{
	const int rounds = 31;
	static double times[rounds];
	cudaEvent_t start, end;
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (int i = 0; i < 3; i++)
		run();
	for (int round = 0; round < rounds; round++) {
		float milliseconds = 0;
		cudaEventRecord(start);
		run();
		cudaEventRecord(end);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&milliseconds, start, end);
		times[round] = milliseconds * 1e3;
	}
	return bench_median(times, rounds);
}

#endif
