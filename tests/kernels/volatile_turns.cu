// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp-synchronous code whose lanes go different ways in each turn of a loop: they meet again before the
// next turn, as on hardware that runs a warp in step.  No barrier anywhere.
#include "kernels/kernel_test.h"

// Bitonic sort of 32 words in volatile shared memory.  In every turn half of the lanes swap, and which
// half changes from turn to turn.
__global__ void sort(const int *in, int *out)
{
	__shared__ volatile int data[1024];
	int lane = threadIdx.x % 32;
	volatile int *warp = data + threadIdx.x / 32 * 32;
	warp[lane] = in[threadIdx.x];
	for (int size = 2; size <= 32; size *= 2)
		for (int distance = size / 2; distance > 0; distance /= 2) {
			int other = lane ^ distance;
			if (other > lane) {
				int a = warp[lane], b = warp[other];
				if ((a > b) == ((lane & size) == 0)) {
					warp[lane] = b;
					warp[other] = a;
				}
			}
		}
	out[threadIdx.x] = warp[lane];
}

// A scan with `continue`: the loop has two back edges.
__global__ void scan(int *out)
{
	__shared__ volatile int data[1024];
	int lane = threadIdx.x % 32;
	volatile int *warp = data + threadIdx.x / 32 * 32;
	warp[lane] = lane + 1;
	int distance = 1;
	while (distance < 32) {
		int step = distance;
		distance *= 2;
		if (lane < step)
			continue;
		int left = warp[lane - step];
		warp[lane] += left;
	}
	out[threadIdx.x] = warp[lane];
}

// An inner loop with as many turns as the lane likes; the lanes meet after it, every time.
__global__ void ragged(int *out)
{
	__shared__ volatile int data[1024];
	int lane = threadIdx.x % 32, sum = 0;
	volatile int *warp = data + threadIdx.x / 32 * 32;
	warp[lane] = 0;
	for (int turn = 0; turn < 5; turn++) {
		for (int i = 0; i < (lane + turn) % 4; i++)
			warp[lane] = warp[lane] + 1;
		sum += warp[(lane + 1) % 32];
	}
	out[threadIdx.x] = sum;
}

// A device function with the volatile accesses, called at two places that only some lanes reach.
__device__ __noinline__ int exchange(volatile int *warp, int lane, int other)
{
	int value = warp[other];
	warp[lane] = value + 1;
	return value;
}

__global__ void called(int *out)
{
	__shared__ volatile int data[1024];
	int lane = threadIdx.x % 32, sum = 0;
	volatile int *warp = data + threadIdx.x / 32 * 32;
	warp[lane] = lane;
	if (lane < 16)
		sum = exchange(warp, lane, lane + 16);
	if (lane >= 16)
		sum = exchange(warp, lane, lane - 16);
	out[threadIdx.x] = sum;
}

// What `ragged` gives, lane by lane: all of a turn's additions come before what is read after them.
static int ragged_sum(int lane)
{
	int sum = 0, total = 0;
	for (int turn = 0; turn < 5; turn++) {
		total += ((lane + 1) % 32 + turn) % 4;
		sum += total;
	}
	return sum;
}

int main()
{
	for (dim3 block : warp_shapes) {
		if (block.y > 1)
			continue;
		int n = size_of(block);
		Buffer<int> in(n), out(n);
		in.fill([](int i) { return i * 37 % 32; });
		sort<<<1, block>>>(in.device, out.device);
		out.expect([](int i) { return i % 32; });
		scan<<<1, block>>>(out.device);
		out.expect([](int i) { return (i % 32 + 1) * (i % 32 + 2) / 2; });
		ragged<<<1, block>>>(out.device);
		out.expect([](int i) { return ragged_sum(i % 32); });
		called<<<1, block>>>(out.device);
		out.expect([](int i) { return i % 32 < 16 ? i % 32 + 16 : i % 32 - 16 + 16 + 1; });
	}
	return unit_finish();
}
