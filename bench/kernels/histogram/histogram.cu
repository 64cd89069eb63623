// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int bins = 256, blocks = 64, threads = 256;

__global__ void histogram(const unsigned *words, int count, unsigned *totals)
{
	__shared__ unsigned mine[bins];
	for (int i = threadIdx.x; i < bins; i += blockDim.x)
		mine[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
		unsigned word = words[i];
		atomicAdd(&mine[word & 255], 1);
		atomicAdd(&mine[word >> 8 & 255], 1);
		atomicAdd(&mine[word >> 16 & 255], 1);
		atomicAdd(&mine[word >> 24], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < bins; i += blockDim.x)
		atomicAdd(&totals[i], mine[i]);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	CHECKED(cudaMemsetAsync(data[1], 0, bins * sizeof(unsigned)));
	histogram<<<blocks, threads>>>((const unsigned *)data[0], problem->size[0], (unsigned *)data[1]);
	bench_finish();
}
