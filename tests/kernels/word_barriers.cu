// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers that are words of shared memory to which threads add, as libcu++ has them for GPUs before sm_80, and loops that look like waits
// for such and aren't.
// FLAGS: -arch=sm_80
#include <cuda_awbarrier.h>

#include "kernels/kernel_test.h"

typedef unsigned long long word;

static constexpr word one = 1ull << 32, phase = 1ull << 63;

static __device__ word read(const word *place)
{
	word value;
	asm volatile("ld.acquire.cta.b64 %0, [%1];" : "=l"(value) : "l"(place) : "memory");
	return value;
}

static __device__ void begin(word *place, unsigned count)
{
	*place = (0x80000000ull - count) << 32 | (0x80000000ull - count);
}

// Counts up to the highest bit, which is the phase; the last one sets the count back.
static __device__ word arrive(word *place)
{
	word before = atomicAdd(place, one);
	if ((before ^ (before + one)) & phase)
		atomicAdd(place, before << 32);
	return before & phase;
}

static __device__ void wait(const word *place, word token)
{
	for (int turn = 0; (read(place) & phase) == token; turn++)
		if (turn > 10)
			__nanosleep(100);
}

static __device__ void wait_parity(const word *place, bool parity)
{
	while ((read(place) & phase) == (parity ? phase : 0)) {
	}
}

__global__ void exchange(int *out, int turns)
{
	__shared__ word barrier;
	__shared__ int values[128];
	int i = (int)threadIdx.x, sum = 0;
	if (i == 0)
		begin(&barrier, blockDim.x);
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		values[i] = i + turn;
		wait(&barrier, arrive(&barrier));
		sum += values[blockDim.x - 1 - i];
		wait(&barrier, arrive(&barrier));
	}
	out[i] = sum;
}

// One lane of each warp counts all its lanes in, and tells them what it found.
__global__ void exchange_by_warps(int *out, int turns)
{
	__shared__ word barrier;
	__shared__ int values[128];
	int i = (int)threadIdx.x, sum = 0;
	if (i == 0)
		begin(&barrier, (blockDim.x + 31) / 32);
	__syncthreads();
	for (int turn = 0; turn < 2 * turns; turn++) {
		if (turn % 2 == 0)
			values[i] = i + turn / 2;
		else
			sum += values[blockDim.x - 1 - i];
		unsigned active = __activemask(), leader = __ffs(__match_any_sync(active, (word)&barrier)) - 1;
		__syncwarp(active);
		word token = 0;
		if (i % 32 == leader)
			token = arrive(&barrier);
		wait(&barrier, __shfl_sync(active, token, leader));
	}
	out[i] = sum;
}

// One half of the block makes what the other takes.
__global__ void pass_on(int *out, int turns)
{
	__shared__ word full[2], empty[2];
	__shared__ int buffer[2][64];
	int i = (int)threadIdx.x, half = (int)blockDim.x / 2, sum = 0;
	if (i < 2) {
		begin(&full[i], half);
		begin(&empty[i], half);
	}
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		int k = turn % 2;
		bool parity = turn / 2 % 2;
		if (i < half) {
			wait_parity(&empty[k], !parity);
			buffer[k][i] = turn * 1000 + i;
			arrive(&full[k]);
		} else {
			wait_parity(&full[k], parity);
			sum += buffer[k][blockDim.x - 1 - i];
			arrive(&empty[k]);
		}
	}
	out[i] = i < half ? -1 : sum;
}

// Each thread waits for the one before it, whose sign differs from what it was.
__global__ void one_by_one(int *out, const word *was)
{
	__shared__ word signs[129];
	int i = (int)threadIdx.x;
	signs[i + 1] = 0;
	if (i == 0)
		signs[0] = phase;
	__syncthreads();
	while ((read(&signs[i]) & phase) == (was[i] & phase)) {
	}
	out[i] = i ? out[i - 1] + i : 0;
	__threadfence_block();
	atomicXor(&signs[i + 1], phase);
}

// Waits until the phase is over by asking whether the other one isn't.
__global__ void other_way(int *out)
{
	__shared__ __mbarrier_t barrier;
	__shared__ int values[128];
	int i = (int)threadIdx.x;
	if (i == 0)
		__mbarrier_init(&barrier, blockDim.x);
	__syncthreads();
	values[i] = i;
	__mbarrier_arrive(&barrier);
	while (__mbarrier_test_wait_parity(&barrier, true)) {
	}
	out[i] = values[blockDim.x - 1 - i];
}

int main()
{
	for (int size : { 2, 33, 64, 128 }) {
		Buffer<int> out(size);
		Buffer<word> was(size);
		exchange<<<2, size>>>(out.device, 6);
		out.expect([=](int i) { return 6 * (size - 1 - i) + 15; });
		exchange_by_warps<<<2, size>>>(out.device, 6);
		out.expect([=](int i) { return 6 * (size - 1 - i) + 15; });
		if (size % 2 == 0) {
			pass_on<<<1, size>>>(out.device, 7);
			out.expect([=](int i) { return i < size / 2 ? -1 : 21000 + 7 * (size - 1 - i); });
		}
		other_way<<<1, size>>>(out.device);
		out.expect([=](int i) { return size - 1 - i; });
		was.fill([](int) { return word{ 0 }; });
		one_by_one<<<1, size>>>(out.device, was.device);
		out.expect([](int i) { return i * (i + 1) / 2; });
	}
	return unit_finish();
}
