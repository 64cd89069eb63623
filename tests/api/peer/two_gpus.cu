// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ENV: ANYWARP_DEVICES=2
//
// Two devices at work in two threads, and what they have of each other: memory by peer access and by copies of every
// kind, streams that wait for the other's events, managed and page-locked memory that both write.
#include <thread>

#include "api/support/api_test.h"

enum { COUNT = 1 << 16, THREADS = 256, ROUNDS = 20 };

__device__ int salt;

__global__ void step(unsigned *values, unsigned round)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	values[i] = values[i] * 1664525u + i + round + (unsigned)salt;
}

__global__ void take(unsigned *to, const unsigned *from)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = from[i] ^ 0x55u;
}

static unsigned expected(unsigned i, unsigned start, unsigned salt)
{
	unsigned value = start;
	for (unsigned round = 0; round < ROUNDS; round++)
		value = value * 1664525u + i + round + salt;
	return value;
}

// Each thread has its own current device, and each device its own variables.
static void work(int device, unsigned **memory)
{
	int now = -1, mine = 100 + device;
	SUCCEEDS(cudaSetDevice(device));
	SUCCEEDS(cudaMalloc(memory, COUNT * sizeof(unsigned)));
	SUCCEEDS(cudaMemset(*memory, 0, COUNT * sizeof(unsigned)));
	SUCCEEDS(cudaMemcpyToSymbol(salt, &mine, sizeof(mine)));
	for (unsigned round = 0; round < ROUNDS; round++)
		step<<<COUNT / THREADS, THREADS>>>(*memory, round);
	SUCCEEDS(cudaGetLastError());
	SUCCEEDS(cudaDeviceSynchronize());
	SUCCEEDS(cudaGetDevice(&now));
	CHECK_EQUAL(now, device);
}

static bool holds(const unsigned *host, unsigned salt, unsigned flip)
{
	for (unsigned i = 0; i < COUNT; i++)
		if (host[i] != (expected(i, 0, salt) ^ flip))
			return false;
	return true;
}

static unsigned host[COUNT];

static void read_back(const unsigned *memory, unsigned salt, unsigned flip)
{
	memset(host, 0, sizeof(host));
	SUCCEEDS(cudaMemcpy(host, memory, sizeof(host), cudaMemcpyDefault));
	CHECK(holds(host, salt, flip));
}

static void copies(unsigned *first, unsigned *second)
{
	unsigned *target;
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaMalloc(&target, sizeof(host)));
	SUCCEEDS(cudaMemcpyPeer(target, 0, second, 1, sizeof(host)));
	read_back(target, 101, 0);
	SUCCEEDS(cudaMemcpy(target, first, sizeof(host), cudaMemcpyDeviceToDevice));
	read_back(target, 100, 0);
	SUCCEEDS(cudaMemcpy(target, second, sizeof(host), cudaMemcpyDefault));
	read_back(target, 101, 0);
	SUCCEEDS(cudaMemset(target, 0, sizeof(host)));
	SUCCEEDS(cudaMemcpy2D(target, 1024, second, 1024, 1000, COUNT * sizeof(unsigned) / 1024, cudaMemcpyDeviceToDevice));
	SUCCEEDS(cudaMemcpy(host, target, sizeof(host), cudaMemcpyDeviceToHost));
	CHECK(host[0] == expected(0, 0, 101) && host[249] == expected(249, 0, 101) && host[250] == 0);
	SUCCEEDS(cudaFree(target));
}

static void peer_access(unsigned *first, unsigned *second)
{
	unsigned *target;
	int possible = 0;
	SUCCEEDS(cudaDeviceCanAccessPeer(&possible, 0, 1));
	if (!possible)
		return;
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaDeviceEnablePeerAccess(1, 0));
	SUCCEEDS(cudaMalloc(&target, sizeof(host)));
	take<<<COUNT / THREADS, THREADS>>>(target, second);
	SUCCEEDS(cudaDeviceSynchronize());
	read_back(target, 101, 0x55);
	SUCCEEDS(cudaSetDevice(1));
	SUCCEEDS(cudaDeviceEnablePeerAccess(0, 0));
	take<<<COUNT / THREADS, THREADS>>>(target, first); // reads and writes what is the other's
	SUCCEEDS(cudaDeviceSynchronize());
	read_back(target, 100, 0x55);
	SUCCEEDS(cudaDeviceDisablePeerAccess(0));
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaDeviceDisablePeerAccess(1));
	SUCCEEDS(cudaFree(target));
}

// What one device writes goes to the other, step by step, with nothing but events between.
static void relay(unsigned *first, unsigned *second)
{
	cudaStream_t streams[2];
	cudaEvent_t events[2];
	unsigned *memory[] = { first, second };
	for (int i = 0; i < 2; i++) {
		SUCCEEDS(cudaSetDevice(i));
		SUCCEEDS(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
		SUCCEEDS(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));
	}
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaMemsetAsync(first, 0, sizeof(host), streams[0]));
	for (unsigned round = 0; round < ROUNDS; round++) {
		int here = round & 1;
		SUCCEEDS(cudaSetDevice(here));
		if (round) {
			SUCCEEDS(cudaStreamWaitEvent(streams[here], events[!here], 0));
			SUCCEEDS(cudaMemcpyPeerAsync(memory[here], here, memory[!here], !here, sizeof(host), streams[here]));
		}
		step<<<COUNT / THREADS, THREADS, 0, streams[here]>>>(memory[here], round);
		SUCCEEDS(cudaGetLastError());
		SUCCEEDS(cudaEventRecord(events[here], streams[here]));
	}
	SUCCEEDS(cudaStreamSynchronize(streams[1]));
	SUCCEEDS(cudaMemcpy(host, second, sizeof(host), cudaMemcpyDeviceToHost));
	for (unsigned i = 0; i < COUNT; i += 997) {
		unsigned value = 0;
		for (unsigned round = 0; round < ROUNDS; round++)
			value = value * 1664525u + i + round + 100 + (round & 1);
		CHECK_EQUAL(host[i], value);
	}
	for (int i = 0; i < 2; i++) {
		SUCCEEDS(cudaStreamDestroy(streams[i]));
		SUCCEEDS(cudaEventDestroy(events[i]));
	}
}

static void shared_memory(enum cudaMemcpyKind kind)
{
	unsigned *values;
	if (kind == cudaMemcpyDefault)
		SUCCEEDS(cudaMallocManaged(&values, sizeof(host)));
	else
		SUCCEEDS(cudaMallocHost(&values, sizeof(host)));
	memset(values, 0, sizeof(host));
	for (unsigned round = 0; round < ROUNDS; round++) {
		SUCCEEDS(cudaSetDevice(round & 1));
		step<<<COUNT / THREADS, THREADS>>>(values, round);
		SUCCEEDS(cudaDeviceSynchronize());
	}
	unsigned value = 0;
	for (unsigned round = 0; round < ROUNDS; round++)
		value = value * 1664525u + 77 + round + 100 + (round & 1);
	CHECK_EQUAL(values[77], value);
	SUCCEEDS(kind == cudaMemcpyDefault ? cudaFree(values) : cudaFreeHost(values));
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
	unsigned *memory[2] = {};
	if (!have_two())
		return 77;
	std::thread threads[2];
	for (int i = 0; i < 2; i++)
		threads[i] = std::thread(work, i, &memory[i]);
	for (std::thread &thread : threads)
		thread.join();
	for (int i = 0; i < 2; i++)
		read_back(memory[i], 100 + (unsigned)i, 0);
	copies(memory[0], memory[1]);
	peer_access(memory[0], memory[1]);
	relay(memory[0], memory[1]);
	shared_memory(cudaMemcpyDefault);
	shared_memory(cudaMemcpyHostToDevice);
	for (unsigned *values : memory)
		SUCCEEDS(cudaFree(values));
	return unit_finish();
}
