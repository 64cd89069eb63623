// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that exchange what lies in memory until nobody else has in between: sums, extremes and tickets that all threads of a grid, or of a
// block, have in one place or in some, whose results are used or not; and locks, which wait for others.
#include <float.h>

#include "kernels/kernel_test.h"

typedef unsigned long long word;

__device__ static double add_double(double *address, double value)
{
	word *place = (word *)address, seen = *place, old;
	do {
		old = seen;
		seen = atomicCAS(place, old, (word)__double_as_longlong(value + __longlong_as_double((long long)old)));
	} while (seen != old);
	return __longlong_as_double((long long)seen);
}

// Ends as soon as there is more.
__device__ static float raise_float(float *address, float value)
{
	int *place = (int *)address, seen = *place;
	while (__int_as_float(seen) < value) {
		int old = seen;
		seen = atomicCAS(place, old, __float_as_int(value));
		if (seen == old)
			break;
	}
	return __int_as_float(seen);
}

__global__ void of_grid(double *sum, float *most, unsigned *tickets, word *counter, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	add_double(sum, i % 3 == 0 ? 2 : i);
	raise_float(most, (float)((unsigned)i * 2654435761u >> 8));
	word seen = *counter, old;
	do {
		old = seen;
		seen = atomicCAS(counter, old, old + 1);
	} while (seen != old);
	atomicAdd(&tickets[seen], 1u + (unsigned)i % 2);
}

__global__ void of_blocks(double *sums, int places, int n)
{
	__shared__ double one, some[8];
	if (threadIdx.x < 8)
		some[threadIdx.x] = 0;
	if (threadIdx.x == 0)
		one = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && i % 5 != 1) {
		add_double(&one, i);
		add_double(&some[i % places], i);
	}
	__syncthreads();
	if (threadIdx.x < 8)
		sums[blockIdx.x * 9 + threadIdx.x] = some[threadIdx.x];
	if (threadIdx.x == 8)
		sums[blockIdx.x * 9 + 8] = one;
}

// A lock in one bit of a word whose other bits count who had it.
__global__ void locked(unsigned *lock, int *count)
{
	unsigned seen = atomicAdd(lock, 0u), free;
	do {
		free = seen & ~1u;
		seen = atomicCAS(lock, free, free | 1u);
	} while (seen != free);
	__threadfence();
	*(volatile int *)count = *(volatile int *)count + 1;
	__threadfence();
	atomicAdd(lock, 1u);
}

static void try_grid(unsigned blocks, unsigned block, int n)
{
	Buffer<double> sum(1);
	Buffer<float> most(1);
	Buffer<unsigned> tickets(n + 1);
	Buffer<word> counter(1);
	sum.fill([](int) { return 0.0; });
	most.fill([](int) { return -FLT_MAX; });
	tickets.fill([](int) { return 0u; });
	counter.fill([](int) { return (word)0; });
	of_grid<<<blocks, block>>>(sum.device, most.device, tickets.device, counter.device, n);
	double all = 0;
	float greatest = -FLT_MAX;
	unsigned marks = 0;
	for (int i = 0; i < n; i++) {
		float here = (float)((unsigned)i * 2654435761u >> 8);
		all += i % 3 == 0 ? 2 : i;
		greatest = here > greatest ? here : greatest;
		marks += 1u + (unsigned)i % 2;
	}
	sum.expect([&](int) { return all; });
	most.expect([&](int) { return greatest; });
	counter.expect([&](int) { return (word)n; });
	unsigned *of_tickets = new unsigned[n], seen = 0, given = 0;
	CALL(cudaMemcpy(of_tickets, tickets.device, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		seen += of_tickets[i];
		given += of_tickets[i] == 1 || of_tickets[i] == 2;
	}
	delete[] of_tickets;
	CHECK_EQUAL(seen, marks);
	CHECK_EQUAL(given, (unsigned)n);
}

static void try_blocks(unsigned blocks, unsigned block, int places, int n)
{
	Buffer<double> sums((int)blocks * 9);
	of_blocks<<<blocks, block>>>(sums.device, places, n);
	sums.expect([&](int at) {
		double sum = 0;
		for (int i = at / 9 * (int)block; i < n && i < (at / 9 + 1) * (int)block; i++)
			sum += i % 5 != 1 && (at % 9 == 8 || i % places == at % 9) ? i : 0;
		return sum;
	});
}

int main()
{
	unsigned shapes[] = { 9, 32, 100, 256 };
	for (unsigned block : shapes) {
		try_grid(7, block, (int)(7 * block));
		try_grid(7, block, (int)(6 * block - 5));
		try_blocks(3, block, 1, (int)(3 * block));
		try_blocks(3, block, 8, (int)(3 * block - 7));
		Buffer<unsigned> lock(1);
		Buffer<int> count(1);
		lock.fill([](int) { return 0u; });
		count.fill([](int) { return 0; });
		locked<<<2, block>>>(lock.device, count.device);
		count.expect([&](int) { return (int)(2 * block); });
	}
	return unit_finish();
}
