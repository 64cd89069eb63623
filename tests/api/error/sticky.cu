// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device fault is sticky: every later call of the device returns it, questions about devices don't,
// other threads see it too, and cudaDeviceReset ends it.
#include <thread>

#include "api/support/api_test.h"

__global__ void fault(int *p)
{
	*p = 1;
}

__global__ void fine(int *p)
{
	*p = 9;
}

int main()
{
	int *memory, value = 0;
	cudaStream_t stream;
	cudaEvent_t event;
	cudaDeviceProp properties;
	size_t bytes;
	const cudaError_t bad = cudaErrorIllegalAddress;
	SUCCEEDS(cudaMalloc(&memory, sizeof(int)));
	fault<<<1, 1>>>(NULL);
	SUCCEEDS(cudaPeekAtLastError());
	CHECK_EQUAL(cudaDeviceSynchronize(), bad);
	CHECK_EQUAL(cudaGetLastError(), bad);
	CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
	RETURNS(bad, cudaDeviceSynchronize());
	RETURNS(bad, cudaMalloc(&memory, 4));
	RETURNS(bad, cudaFree(memory));
	RETURNS(bad, cudaStreamCreate(&stream));
	RETURNS(bad, cudaEventCreate(&event));
	RETURNS(bad, cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost));
	RETURNS(bad, cudaMemset(memory, 0, 4));
	RETURNS(bad, cudaMemGetInfo(&bytes, &bytes));
	RETURNS(bad, cudaStreamSynchronize(0));
	fine<<<1, 1>>>(memory);
	RETURNS(bad, cudaPeekAtLastError());
	cudaError_t elsewhere = cudaSuccess;
	std::thread([&] { elsewhere = cudaDeviceSynchronize(); }).join();
	CHECK_EQUAL(elsewhere, bad);
	SUCCEEDS(cudaGetDeviceCount(&value));
	SUCCEEDS(cudaGetDevice(&value));
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaGetDeviceProperties(&properties, 0));
	SUCCEEDS(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
	SUCCEEDS(cudaDeviceReset());
	SUCCEEDS(cudaMalloc(&memory, sizeof(int)));
	fine<<<1, 1>>>(memory);
	SUCCEEDS(cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 9);
	SUCCEEDS(cudaFree(memory));
	return unit_finish();
}
