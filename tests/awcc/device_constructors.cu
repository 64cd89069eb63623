// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that the host makes of classes without a constructor, some of whose members have one for the device alone, which then runs;
// and objects that functions of templates make for kernels.
#include "unit/unit.h"

struct entry {
	int value;
	__device__ entry() : value{7} {}
	__device__ int twice() { return 2 * value; }
};
struct semaphore {
	int count;
	__forceinline__ __device__ semaphore() noexcept { count = 8; }
	__device__ semaphore(int given) : count{given} {}
};
struct memory {
	int size;
	memory() : size(9) {}
};
struct queue {
	entry rows[2];
	int filled{4};
	semaphore open{5};
	void reset() { open = 6; }
};
template <class... Queues> struct manager;
template <> struct manager<> {};
template <class Queue, class... Queues> struct manager<Queue, Queues...> {
	memory all;
	Queue first;
	semaphore lock;
	manager<Queues...> next;
	bool ready{false};
};

template <int Kind> struct weight {
	int factor;
	__device__ weight(int) {}
};
template <> struct weight<1> {
	int factor, square;
	__device__ inline weight(int given) : factor(given), square(given * given) {}
	__device__ int operator()(int x) const { return factor * x + square; }
};

__global__ void kernel(int *out)
{
	entry own;
	out[0] = own.twice();
}

template <int Kind> __global__ void weigh(weight<Kind> by, int *out)
{
	out[0] = by(5);
}

template <int Kind> void launch(int given, int *out)
{
	const weight<Kind> by(given);
	weigh<Kind><<<1, 1>>>(by, out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(weight<Kind>(given + 1).factor == 4);
}

int main()
{
	manager<queue, entry> made;
	int *out;
	CHECK(made.all.size == 9 && made.first.rows[1].value == 7 && made.first.filled == 4 && made.lock.count == 8 && !made.ready);
	CHECK(made.first.open.count == 5);
	CHECK(made.next.first.value == 7 && made.next.lock.count == 8);
	cudaMallocManaged(&out, sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 14);
	launch<1>(3, out);
	CHECK(*out == 24);
	cudaFree(out);
	return unit_finish();
}
