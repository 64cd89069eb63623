// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of many streams that wait for kernels of streams given later, with fewer multiprocessors than kernels that wait.
#include <cuda_runtime.h>
#include <stdlib.h>

#include "unit/unit.h"

enum { WAITING = 24, ROUNDS = 5 };

__global__ void wait_for(volatile int *flag, int value)
{
	while (*flag < value)
		;
}

__global__ void raise(volatile int *flag, int value)
{
	*flag = value;
}

int main()
{
	setenv("ANYWARP_WORKERS", "1", 1);
	cudaStream_t streams[2 * WAITING];
	int *flags;
	CHECK(cudaMalloc(&flags, WAITING * sizeof(int)) == cudaSuccess);
	CHECK(cudaMemset(flags, 0, WAITING * sizeof(int)) == cudaSuccess);
	for (cudaStream_t &stream : streams)
		CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
	for (int round = 1; round <= ROUNDS; round++) {
		for (int i = 0; i < WAITING; i++)
			wait_for<<<1, 1, 0, streams[i]>>>(flags + i, round);
		for (int i = 0; i < WAITING; i++)
			raise<<<1, 1, 0, streams[WAITING + i]>>>(flags + i, round);
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
	}
	for (cudaStream_t stream : streams)
		CHECK(cudaStreamDestroy(stream) == cudaSuccess);
	CHECK(cudaFree(flags) == cudaSuccess);
	return unit_finish();
}
