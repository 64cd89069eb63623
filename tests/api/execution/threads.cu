// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=c++17
//
// Many host threads use one device at once: launches, copies, streams, events, allocation, symbols.
#include <thread>
#include <vector>

#include "api/support/api_test.h"

__device__ int total;

__global__ void add(int *values, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		values[i] += i;
	if (i == 0)
		atomicAdd(&total, 1);
}

enum { THREADS = 8, ROUNDS = 60, COUNT = 3000 };

static int wrong[THREADS];

static void work(int index)
{
	cudaStream_t stream;
	cudaEvent_t event;
	std::vector<int> host(COUNT), back(COUNT);
	wrong[index] += cudaStreamCreate(&stream) != cudaSuccess;
	for (int round = 0; round < ROUNDS; round++) {
		int *device;
		wrong[index] += cudaMallocAsync(&device, COUNT * sizeof(int), stream) != cudaSuccess;
		wrong[index] += cudaEventCreate(&event) != cudaSuccess;
		for (int i = 0; i < COUNT; i++)
			host[i] = index * 1000 + round;
		cudaMemcpyAsync(device, host.data(), COUNT * sizeof(int), cudaMemcpyHostToDevice, stream);
		add<<<(COUNT + 127) / 128, 128, 0, stream>>>(device, COUNT);
		wrong[index] += cudaGetLastError() != cudaSuccess;
		cudaMemcpyAsync(back.data(), device, COUNT * sizeof(int), cudaMemcpyDeviceToHost, stream);
		cudaEventRecord(event, stream);
		cudaFreeAsync(device, stream);
		wrong[index] += cudaEventSynchronize(event) != cudaSuccess;
		wrong[index] += cudaEventDestroy(event) != cudaSuccess;
		for (int i = 0; i < COUNT; i++)
			wrong[index] += back[i] != index * 1000 + round + i;
		wrong[index] += cudaSetDevice(99) != cudaErrorInvalidDevice;
		wrong[index] += cudaGetLastError() != cudaErrorInvalidDevice;
	}
	wrong[index] += cudaStreamDestroy(stream) != cudaSuccess;
}

int main()
{
	std::vector<std::thread> threads;
	for (int i = 0; i < THREADS; i++)
		threads.emplace_back(work, i);
	for (std::thread &thread : threads)
		thread.join();
	for (int i = 0; i < THREADS; i++)
		CHECK_EQUAL(wrong[i], 0);
	int launches = 0;
	SUCCEEDS(cudaMemcpyFromSymbol(&launches, total, sizeof(launches)));
	CHECK_EQUAL(launches, THREADS * ROUNDS);
	return unit_finish();
}
