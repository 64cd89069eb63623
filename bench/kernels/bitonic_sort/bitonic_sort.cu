// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int keys = 1024, threads = keys / 2;

__global__ void sort(const int *from, int *to)
{
	__shared__ int mine[keys];
	int thread = threadIdx.x, first = blockIdx.x * keys;
	mine[thread] = from[first + thread];
	mine[thread + threads] = from[first + thread + threads];
	for (int size = 2; size <= keys; size *= 2)
		for (int distance = size / 2; distance > 0; distance /= 2) {
			__syncthreads();
			int place = 2 * thread - (thread & (distance - 1));
			int a = mine[place], b = mine[place + distance];
			bool down = size < keys && (place & size);
			if ((a > b) != down) {
				mine[place] = b;
				mine[place + distance] = a;
			}
		}
	__syncthreads();
	to[first + thread] = mine[thread];
	to[first + thread + threads] = mine[thread + threads];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	sort<<<problem->size[0], threads>>>((const int *)data[0], (int *)data[1]);
	bench_finish();
}
