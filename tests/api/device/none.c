// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// RUNS: CUDA_VISIBLE_DEVICES=-1,none,7
//
// With no device to be seen every function says so, and nothing else happens.
#include "../support/api_test.h"

int main(void)
{
	int value = 5;
	void *memory;
	struct cudaDeviceProp properties;
	RETURNS(cudaErrorNoDevice, cudaGetDeviceCount(&value));
	CHECK_EQUAL(value, 0);
	RETURNS(cudaErrorNoDevice, cudaSetDevice(0));
	RETURNS(cudaErrorNoDevice, cudaGetDevice(&value));
	RETURNS(cudaErrorNoDevice, cudaGetDeviceProperties(&properties, 0));
	RETURNS(cudaErrorNoDevice, cudaMalloc(&memory, 16));
	RETURNS(cudaErrorNoDevice, cudaFree(NULL));
	RETURNS(cudaErrorNoDevice, cudaDeviceSynchronize());
	RETURNS(cudaErrorNoDevice, cudaStreamSynchronize(0));
	RETURNS(cudaErrorNoDevice, cudaDeviceReset());
	SUCCEEDS(cudaRuntimeGetVersion(&value));
	return unit_finish();
}
