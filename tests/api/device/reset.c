// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// cudaDeviceReset ends everything: handles of before are told from live ones, and the device works on.
#include "../support/api_test.h"

static void one_life(void)
{
	cudaStream_t stream;
	cudaEvent_t event;
	void *memory, *pinned, *pooled;
	static char page[256];
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaEventCreate(&event));
	SUCCEEDS(cudaMalloc(&memory, 1000));
	SUCCEEDS(cudaMallocHost(&pinned, 1000));
	SUCCEEDS(cudaMallocAsync(&pooled, 1000, stream));
	SUCCEEDS(cudaHostRegister(page, sizeof(page), 0));
	SUCCEEDS(cudaMemsetAsync(memory, 1, 1000, cudaStreamPerThread));
	SUCCEEDS(cudaEventRecord(event, stream));
	SUCCEEDS(cudaDeviceReset());
	RETURNS(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
	RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(stream));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventDestroy(event));
	INVALID(cudaFree(memory));
	INVALID(cudaFreeHost(pinned));
	INVALID(cudaFree(pooled));
	RETURNS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(page));
	SUCCEEDS(cudaStreamSynchronize(cudaStreamPerThread));
	unsigned long long own, legacy;
	SUCCEEDS(cudaStreamGetId(cudaStreamPerThread, &own));
	SUCCEEDS(cudaStreamGetId(cudaStreamLegacy, &legacy));
	CHECK(own != legacy);
}

int main(void)
{
	SUCCEEDS(cudaDeviceReset()); // before anything was used
	for (int i = 0; i < 3; i++)
		one_life();
	void *memory;
	SUCCEEDS(cudaMalloc(&memory, 16));
	SUCCEEDS(cudaThreadExit());
	return unit_finish();
}
