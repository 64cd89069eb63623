// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches kernels of several kinds; out_of_memory_runtime.sh and leaks.sh run it.
#include "runtime_user.h"

enum { THREADS = 128, BLOCKS = 6, COUNT = THREADS * BLOCKS };

__device__ int offset;
__constant__ int factor;

// Barrier and shared memory, so that the threads need stacks of their own.
__global__ void reverse(int *values)
{
	__shared__ int block[THREADS];
	int first = blockIdx.x * THREADS;
	block[threadIdx.x] = values[first + threadIdx.x];
	__syncthreads();
	values[first + threadIdx.x] = block[THREADS - 1 - threadIdx.x] * factor + offset;
}

__global__ void speak(int *values)
{
	if (threadIdx.x == 0)
		printf("block %d: %d\n", (int)blockIdx.x, values[blockIdx.x * THREADS]);
}

static int user_work(void)
{
	int good = 0, two = 2, one = 1;
	int *values = NULL;
	static int host[COUNT];
	cudaStream_t stream = NULL;
	cudaFuncAttributes attributes;

	TRY(cudaStreamCreate(&stream));
	TRY(cudaFuncGetAttributes(&attributes, reverse));
	TRUE(attributes.sharedSizeBytes == THREADS * sizeof(int));
	TRY(cudaMalloc((void **)&values, sizeof(host)));
	TRY(cudaMemcpyToSymbol(factor, &two, sizeof(two)));
	TRY(cudaMemcpyToSymbol(offset, &one, sizeof(one)));
	for (int i = 0; i < COUNT; i++)
		host[i] = i;
	TRY(cudaMemcpyAsync(values, host, sizeof(host), cudaMemcpyHostToDevice, stream));
	reverse<<<BLOCKS, THREADS, 0, stream>>>(values);
	TRY(cudaGetLastError());
	speak<<<BLOCKS, 32, 0, stream>>>(values);
	TRY(cudaGetLastError());
	TRY(cudaMemcpyAsync(host, values, sizeof(host), cudaMemcpyDeviceToHost, stream));
	TRY(cudaStreamSynchronize(stream));
	TRY(cudaDeviceSynchronize());
	for (int i = 0; i < COUNT; i++)
		TRUE(host[i] == 2 * (i / THREADS * THREADS + THREADS - 1 - i % THREADS) + 1);
	good = 1;

clean:
	if (stream) {
		cudaStreamSynchronize(stream);
		cudaStreamDestroy(stream);
	}
	cudaFree(values);
	return good;
}
