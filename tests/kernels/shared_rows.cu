// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a block that read one row of shared memory and write another, which take turns: by pointers that are exchanged, by an index
// that is flipped; and a network that sorts in place.  In all, loops with the block's stride, whose threads leave them in different
// turns, stand in a loop with barriers.
#include <algorithm>
#include <vector>

#include "kernel_test.h"

static const int most = 500;

__host__ __device__ int step_of(int a, int b) { return (int)((unsigned)a * 3 + (unsigned)b); }

__global__ void by_pointers(const int *from, int *to, int count)
{
	__shared__ int rows[2][most + 1];
	for (int i = threadIdx.x; i <= count; i += blockDim.x)
		rows[0][i] = from[i];
	__syncthreads();
	int *now = rows[0], *next = rows[1];
	for (int left = count; left > 0; left--) {
		for (int i = threadIdx.x; i < left; i += blockDim.x)
			next[i] = step_of(now[i], now[i + 1]);
		__syncthreads();
		int *other = now;
		now = next;
		next = other;
	}
	if (threadIdx.x == 0)
		*to = now[0];
}

template <bool flip> __global__ void by_index(const int *from, int *to, int count)
{
	__shared__ int rows[2][most + 1];
	for (int i = threadIdx.x; i <= count; i += blockDim.x)
		rows[0][i] = from[i];
	__syncthreads();
	int p = 0;
	for (int left = count; left > 0; left--) {
		for (int i = threadIdx.x; i < left; i += blockDim.x)
			rows[flip ? p ^ 1 : 1 - p][i] = step_of(rows[p][i], rows[p][i + 1]);
		__syncthreads();
		p = flip ? p ^ 1 : 1 - p;
	}
	if (threadIdx.x == 0)
		*to = rows[p][0];
}

template <int keys> __global__ void sort(const int *from, int *to)
{
	__shared__ int mine[keys];
	int thread = threadIdx.x;
	mine[thread] = from[thread];
	mine[thread + keys / 2] = from[thread + keys / 2];
	for (int size = 2; size <= keys; size *= 2)
		for (int distance = size / 2; distance > 0; distance /= 2) {
			__syncthreads();
			int place = 2 * thread - (thread & (distance - 1));
			int a = mine[place], b = mine[place + distance];
			bool down = size < keys && (place & size);
			if ((a > b) != down) {
				mine[place] = b;
				mine[place + distance] = a;
			}
		}
	__syncthreads();
	to[thread] = mine[thread];
	to[thread + keys / 2] = mine[thread + keys / 2];
}

static int expected(std::vector<int> row, int count)
{
	for (int left = count; left > 0; left--)
		for (int i = 0; i < left; i++)
			row[i] = step_of(row[i], row[i + 1]);
	return row[0];
}

static void check_steps(const std::vector<int> &numbers, const Buffer<int> &from)
{
	for (int count : { 0, 1, 15, 16, 17, 130, most }) {
		int wanted = expected(numbers, count);
		for (int size : { 1, 16, 33, 64, 100, 256 }) {
			Buffer<int> to(3);
			by_pointers<<<1, size>>>(from.device, to.device, count);
			by_index<true><<<1, size>>>(from.device, to.device + 1, count);
			by_index<false><<<1, size>>>(from.device, to.device + 2, count);
			to.expect([&](int) { return wanted; });
		}
	}
}

template <int keys> static void check_sort(const std::vector<int> &numbers, const Buffer<int> &from)
{
	std::vector<int> wanted(numbers.begin(), numbers.begin() + keys);
	std::sort(wanted.begin(), wanted.end());
	Buffer<int> to(keys);
	sort<keys><<<1, keys / 2>>>(from.device, to.device);
	to.expect([&](int i) { return wanted[i]; });
}

int main()
{
	std::vector<int> numbers(1024);
	unsigned state = 1;
	for (int &number : numbers)
		number = (int)((state = state * 1664525u + 1013904223u) >> 8) % 1000;
	Buffer<int> from(1024);
	from.fill([&](int i) { return numbers[i]; });
	check_steps(numbers, from);
	check_sort<2>(numbers, from);
	check_sort<32>(numbers, from);
	check_sort<128>(numbers, from);
	check_sort<1024>(numbers, from);
	return unit_failed != 0;
}
