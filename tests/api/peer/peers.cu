// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ENV: ANYWARP_DEVICES=2
//
// Two devices: peer access, copies between them, streams and events that belong to one of them.
#include "api/support/api_test.h"

__device__ int mark = 5;

__global__ void add(int *values, const int *other)
{
	values[threadIdx.x] += other[threadIdx.x] + mark;
}

static void access()
{
	int possible = -1;
	SUCCEEDS(cudaDeviceCanAccessPeer(&possible, 0, 1));
	CHECK_EQUAL(possible, 1);
	SUCCEEDS(cudaDeviceCanAccessPeer(&possible, 0, 0));
	CHECK_EQUAL(possible, 0);
	RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&possible, 0, 9));
	INVALID(cudaDeviceCanAccessPeer(NULL, 0, 1));
	RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
	SUCCEEDS(cudaDeviceEnablePeerAccess(1, 0));
	RETURNS(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
	INVALID(cudaDeviceEnablePeerAccess(1, 1));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(0, 0));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(9, 0));
	SUCCEEDS(cudaDeviceGetP2PAttribute(&possible, cudaDevP2PAttrAccessSupported, 0, 1));
	CHECK_EQUAL(possible, 1);
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetP2PAttribute(&possible, cudaDevP2PAttrAccessSupported, 0, 0));
}

static void copies()
{
	int host[32], back[32], *first, *second;
	for (int i = 0; i < 32; i++)
		host[i] = i * i;
	SUCCEEDS(cudaMalloc(&first, sizeof(host)));
	SUCCEEDS(cudaMemcpy(first, host, sizeof(host), cudaMemcpyHostToDevice));
	SUCCEEDS(cudaSetDevice(1));
	SUCCEEDS(cudaDeviceEnablePeerAccess(0, 0));
	SUCCEEDS(cudaMalloc(&second, sizeof(host)));
	SUCCEEDS(cudaMemcpyPeer(second, 1, first, 0, sizeof(host)));
	add<<<1, 32>>>(second, first); // reads the other device's memory
	SUCCEEDS(cudaGetLastError());
	SUCCEEDS(cudaMemcpy(back, second, sizeof(host), cudaMemcpyDeviceToHost));
	for (int i = 0; i < 32; i++)
		CHECK_EQUAL(back[i], 2 * i * i + 5);
	RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(second, 9, first, 0, 16));
	INVALID(cudaMemcpyPeer(host, 1, first, 0, 16));
	struct cudaPointerAttributes attributes;
	SUCCEEDS(cudaPointerGetAttributes(&attributes, second));
	CHECK_EQUAL(attributes.device, 1);
	SUCCEEDS(cudaMemcpyPeerAsync(first, 0, second, 1, sizeof(host), 0));
	SUCCEEDS(cudaDeviceSynchronize());
	SUCCEEDS(cudaFree(first)); // from another device's thread of control
	SUCCEEDS(cudaFree(second));
	SUCCEEDS(cudaSetDevice(0));
}

// Each device has its own variables.
static void variables()
{
	int seven = 7, value = 0;
	SUCCEEDS(cudaMemcpyToSymbol(mark, &seven, sizeof(seven)));
	SUCCEEDS(cudaSetDevice(1));
	SUCCEEDS(cudaMemcpyFromSymbol(&value, mark, sizeof(value)));
	CHECK_EQUAL(value, 5);
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaMemcpyFromSymbol(&value, mark, sizeof(value)));
	CHECK_EQUAL(value, 7);
}

static void foreign_handles()
{
	cudaStream_t stream;
	cudaEvent_t event, other;
	float milliseconds;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaEventCreate(&event));
	SUCCEEDS(cudaEventRecord(event, stream));
	SUCCEEDS(cudaSetDevice(1));
	add<<<1, 1, 0, stream>>>(NULL, NULL);
	RETURNS(cudaErrorInvalidResourceHandle, cudaPeekAtLastError());
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventRecord(event, 0));
	SUCCEEDS(cudaStreamWaitEvent(0, event, 0)); // waiting across devices is fine
	SUCCEEDS(cudaEventCreate(&other));
	SUCCEEDS(cudaEventRecord(other, 0));
	SUCCEEDS(cudaDeviceSynchronize());
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, event, other));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaEventDestroy(event));
	SUCCEEDS(cudaEventDestroy(other));
	SUCCEEDS(cudaSetDevice(0));
}

// Whether the first two devices are of one kind; they needn't be where there are GPUs.
static bool have_two()
{
	struct cudaDeviceProp first, second;
	int count = 0;
	SUCCEEDS(cudaGetDeviceCount(&count));
	if (count < 2)
		return false;
	SUCCEEDS(cudaGetDeviceProperties(&first, 0));
	SUCCEEDS(cudaGetDeviceProperties(&second, 1));
	return !strcmp(first.name, second.name);
}

int main()
{
	if (!have_two())
		return 77;
	access();
	copies();
	variables();
	foreign_handles();
	return unit_finish();
}
