// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each kernels/NAME/NAME.cu exports besides bench_run: device memory and copies.
#ifndef AW_BENCH_PEER_CUDA_H
#define AW_BENCH_PEER_CUDA_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "problem.h"

#define CHECKED(call) bench_check((call), __FILE__, __LINE__)

static inline void bench_check(cudaError_t error, const char *file, int line)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "%s:%d: %s: %s\n", file, line, cudaGetErrorName(error), cudaGetErrorString(error));
	exit(EXIT_FAILURE);
}

// The end of a bench_run: what was launched was right and is done.
static inline void bench_finish()
{
	CHECKED(cudaGetLastError());
	CHECKED(cudaDeviceSynchronize());
}

extern "C" inline __attribute__((used)) void *bench_allocate(size_t bytes)
{
	void *memory;
	CHECKED(cudaMalloc(&memory, bytes));
	return memory;
}

extern "C" inline __attribute__((used)) void bench_free(void *memory)
{
	CHECKED(cudaFree(memory));
}

extern "C" inline __attribute__((used)) void bench_copy(void *to, const void *from, size_t bytes)
{
	CHECKED(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
}

#endif
