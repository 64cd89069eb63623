// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=c++17
// RUNS: ANYWARP_DEVICES=1,2
//
// Eight host threads for a second, each with streams of its own on every device: it goes from device to
// device, makes and frees memory of all kinds, launches kernels with and without barriers, and hands its
// results from one device to the next by events.  Two kernels count in a variable of their device.
#include <chrono>
#include <thread>
#include <vector>

#include "api/support/api_test.h"

enum { THREADS = 8, BLOCK = 96, COUNT = 25 * BLOCK, MOST_DEVICES = 4 };

__device__ unsigned long long launches;

// Adds SUMMAND to each value, and turns each block's values around.
__global__ void reverse(int *values, int summand)
{
	__shared__ int block[BLOCK];
	int at = blockIdx.x * BLOCK + threadIdx.x;
	block[threadIdx.x] = values[at] + summand;
	__syncthreads();
	values[at] = block[BLOCK - 1 - threadIdx.x];
	if (at == 0)
		atomicAdd(&launches, 1ull);
}

__global__ void add(int *to, const int *from)
{
	int at = blockIdx.x * BLOCK + threadIdx.x;
	to[at] += from[at];
	if (at == 0)
		atomicAdd(&launches, 1ull);
}

struct worker {
	int index, device_count;
	int wrong = 0, rounds = 0;
	unsigned long long launched[MOST_DEVICES] = {};
	cudaStream_t streams[MOST_DEVICES];

	void expect(bool good) { wrong += !good; }
	void good(cudaError_t got) { wrong += got != cudaSuccess; }
	void round();
	void run(std::chrono::steady_clock::time_point end);
};

// (i + index) is reversed on one device, copied to the next one and there added to rounds.
void worker::round()
{
	enum { SIZE = COUNT * sizeof(int) };
	int here = (index + rounds) % device_count, there = (here + 1) % device_count;
	int *first, *pinned, *managed, *second;
	cudaEvent_t copied;
	good(cudaSetDevice(here));
	good(cudaMalloc(&first, SIZE));
	good(cudaMallocHost(&pinned, SIZE));
	good(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
	for (int i = 0; i < COUNT; i++)
		pinned[i] = i;
	good(cudaMemcpyAsync(first, pinned, SIZE, cudaMemcpyHostToDevice, streams[here]));
	reverse<<<COUNT / BLOCK, BLOCK, 0, streams[here]>>>(first, index);
	good(cudaGetLastError());
	launched[here]++;

	good(cudaSetDevice(there));
	good(cudaMallocManaged(&managed, SIZE));
	good(cudaMallocAsync(&second, SIZE, streams[there]));
	for (int i = 0; i < COUNT; i++)
		managed[i] = rounds;
	good(cudaMemcpyAsync(pinned, first, SIZE, cudaMemcpyDeviceToHost, streams[here]));
	good(cudaEventRecord(copied, streams[here]));
	good(cudaStreamWaitEvent(streams[there], copied, 0));
	good(cudaMemcpyAsync(second, pinned, SIZE, cudaMemcpyHostToDevice, streams[there]));
	add<<<COUNT / BLOCK, BLOCK, 0, streams[there]>>>(managed, second);
	good(cudaGetLastError());
	launched[there]++;
	good(cudaFreeAsync(second, streams[there]));
	good(cudaStreamSynchronize(streams[there]));
	for (int i = 0; i < COUNT; i++)
		expect(managed[i] == i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK + index + rounds);

	good(cudaEventQuery(copied));
	good(cudaEventDestroy(copied));
	good(cudaFree(managed));
	good(cudaFreeHost(pinned));
	good(cudaFree(first));
	expect(cudaSetDevice(-1) == cudaErrorInvalidDevice);
	expect(cudaGetLastError() == cudaErrorInvalidDevice);
}

void worker::run(std::chrono::steady_clock::time_point end)
{
	for (int device = 0; device < device_count; device++) {
		good(cudaSetDevice(device));
		good(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
	}
	while (std::chrono::steady_clock::now() < end) {
		round();
		rounds++;
	}
	for (int device = 0; device < device_count; device++)
		good(cudaStreamDestroy(streams[device]));
}

int main()
{
	int device_count;
	SUCCEEDS(cudaGetDeviceCount(&device_count));
	CHECK(device_count <= MOST_DEVICES);
	for (int device = 0; device < device_count; device++) {
		SUCCEEDS(cudaSetDevice(device));
		SUCCEEDS(cudaFree(NULL)); // opens it, which on a GPU may take most of the second
	}
	auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
	std::vector<worker> workers(THREADS);
	std::vector<std::thread> threads;
	for (int i = 0; i < THREADS; i++) {
		workers[i].index = i;
		workers[i].device_count = device_count;
		threads.emplace_back(&worker::run, &workers[i], end);
	}
	for (std::thread &thread : threads)
		thread.join();
	for (int device = 0; device < device_count; device++) {
		unsigned long long expected = 0, counted = 0;
		for (const worker &worker : workers)
			expected += worker.launched[device];
		SUCCEEDS(cudaSetDevice(device));
		SUCCEEDS(cudaMemcpyFromSymbol(&counted, launches, sizeof(counted)));
		CHECK(counted == expected && expected > 0);
	}
	for (const worker &worker : workers)
		CHECK_EQUAL(worker.wrong, 0);
	return unit_finish();
}
