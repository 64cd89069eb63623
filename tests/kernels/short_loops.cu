// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid-stride loops whose stride is below the end, at it and past it; some begin below zero, some give what they found, some have
// loops, ifs and atomics in them, some stride by their block.
#include "kernels/kernel_test.h"

template <class I>
__global__ void add_one(int *data, I n)
{
	for (I i = (I)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (I)blockDim.x * gridDim.x)
		data[i] += (int)i + 1;
}

// The first LESS threads begin below zero, so some make two turns although the stride leads past the end.
__global__ void begin_below(int *data, int n, int less)
{
	int stride = blockDim.x * gridDim.x;
	for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) - less; i < n; i += stride)
		data[i + less] += i + 1;
}

__global__ void sum_of(const int *data, int *sums, int n)
{
	int sum = 0, last = -1, me = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = me; i < n; i += blockDim.x * gridDim.x) {
		if (data[i] % 3 == 0)
			continue;
		for (int k = 0; k < data[i] % 5; k++)
			sum += data[i] ^ k;
		last = i;
	}
	sums[me] = sum + last;
}

__global__ void count_in(const int *data, unsigned *counts, unsigned n)
{
	__shared__ unsigned own[8];
	if (threadIdx.x < 8)
		own[threadIdx.x] = 0;
	__syncthreads();
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&own[data[i] & 7], 1u);
	__syncthreads();
	if (threadIdx.x < 8)
		atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

__global__ void stride_of_block(int *data, int n)
{
	for (int i = threadIdx.x; i < n; i += (int)(blockDim.x * (blockIdx.x + 1)))
		atomicAdd(&data[i], (int)blockIdx.x + 1);
}

static int value_of(int i) { return (int)((unsigned)i * 2654435761u >> 7); }

static const int size = 2600;

// A launch of GRID blocks of BLOCK threads, for N elements.
static void try_launch(int grid, int block, int n)
{
	const int stride = grid * block, less = n / 3 < stride ? n / 3 : stride;
	Buffer<int> data(size), sums(stride), below(size);
	Buffer<unsigned> counts(8, 0);
	data.fill(value_of);
	sum_of<<<grid, block>>>(data.device, sums.device, n);
	sums.expect([&](int me) {
		int sum = 0, last = -1;
		for (int i = me; i < n; i += stride) {
			if (value_of(i) % 3 == 0)
				continue;
			for (int k = 0; k < value_of(i) % 5; k++)
				sum += value_of(i) ^ k;
			last = i;
		}
		return sum + last;
	});
	count_in<<<grid, block>>>(data.device, counts.device, n);
	counts.expect([&](int digit) {
		unsigned count = 0;
		for (int i = 0; i < n; i++)
			count += (value_of(i) & 7) == digit;
		return count;
	});
	add_one<int><<<grid, block>>>(data.device, n);
	add_one<unsigned><<<grid, block>>>(data.device, n);
	add_one<size_t><<<grid, block>>>(data.device, n);
	add_one<long long><<<grid, block>>>(data.device, n);
	data.expect([&](int i) { return value_of(i) + (i < n ? 4 * (i + 1) : 0); });
	below.fill([](int) { return 0; });
	begin_below<<<grid, block>>>(below.device, n - less, less);
	below.expect([&](int i) { return i < n ? i - less + 1 : 0; });
	below.fill([](int) { return 0; });
	stride_of_block<<<grid, block>>>(below.device, n);
	below.expect([&](int i) {
		int sum = 0;
		for (int k = 0; k < grid && i < n; k++)
			sum += i % (block * (k + 1)) < block ? k + 1 : 0;
		return sum;
	});
}

int main()
{
	for (int block : { 32, 64, 96, 256, 33 })
		for (int grid : { 1, 2, 7, 10 })
			for (int n : { 0, 1, grid * block - 1, grid * block, grid * block + 1, 2600 })
				if (n <= size)
					try_launch(grid, block, n);
	return unit_finish();
}
