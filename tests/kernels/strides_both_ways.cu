// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Block- and grid-stride loops up and down, to ends that are counted in or not, known to the compiler or not, near the limits of their
// types, and with first numbers of which some lanes' are beyond these.
#include <limits.h>
#include <stdint.h>

#include <type_traits>

#include "kernels/kernel_test.h"

enum way { BELOW, UP_TO, ABOVE, DOWN_TO };

template <class T, way WAY>
__host__ __device__ static bool goes_on(T i, T end)
{
	return WAY == BELOW ? i < end : WAY == UP_TO ? i <= end : WAY == ABOVE ? i > end : i >= end;
}

// What thread ME makes of its turns, in which it loads LOADS elements; BASE is the number of data[0].
template <class T, way WAY, int N, int LOADS, bool UP>
__host__ __device__ static int walk(const int *data, T first, T end, T step, T base, unsigned me)
{
	typedef typename std::conditional<sizeof(T) == 8, uint64_t, uint32_t>::type U;
	int sum = 1;
	for (T i = (T)((U)first + me); goes_on<T, WAY>(i, N ? (T)((U)base + N) : end); i = (T)(UP ? (U)i + step : (U)i - step))
		for (int k = 0; k < LOADS; k++)
			sum = sum * 3 + data[(U)i - (U)base + k];
	return sum;
}

template <class T, way WAY, int N, int LOADS, bool UP>
__global__ void walks(const int *data, int *sums, T first, T end, T step, T base)
{
	unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
	sums[me] = walk<T, WAY, N, LOADS, UP>(data, first, end, step, base, me);
}

// Each block has a row of its own.
template <way WAY>
__global__ void rows(const int *data, int *sums, int n, int pitch)
{
	const int *row = data + blockIdx.x * pitch;
	int sum = 1;
	if (WAY == BELOW)
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			sum = sum * 3 + row[i];
	else
		for (int i = n + (int)threadIdx.x - (int)blockDim.x; i >= 0; i -= blockDim.x)
			sum = sum * 3 + row[i];
	sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

enum { COUNT = 6000, CONSTANT = 2500 };

static int value_at(int i) { return (int)((unsigned)i * 2654435761u >> 20); }

template <class T, way WAY, int N, int LOADS, bool UP>
static void try_loads(unsigned blocks, unsigned block, T first, T end, T step, T base)
{
	static int host[COUNT];
	Buffer<int> data(COUNT), sums((int)(blocks * block));
	data.fill(value_at);
	for (int i = 0; i < COUNT; i++)
		host[i] = value_at(i);
	walks<T, WAY, N, LOADS, UP><<<blocks, block>>>(data.device, sums.device, first, end, step, base);
	sums.expect([&](int me) { return walk<T, WAY, N, LOADS, UP>(host, first, end, step, base, (unsigned)me); });
}

template <class T, way WAY, int N>
static void try_walk(unsigned blocks, unsigned block, T first, T end, T step, T base)
{
	try_loads<T, WAY, N, 1, WAY < ABOVE>(blocks, block, first, end, step, base);
	try_loads<T, WAY, N, 4, WAY < ABOVE>(blocks, block, first, end, step, base);
}

// Ends that lanes come to exactly, at the end of a strip of turns and elsewhere.
template <class T>
static void try_ends(unsigned blocks, unsigned block, T by, T least, T most)
{
	int turns = (int)by * 23, ends[] = { 0, 1, 31, turns - 17, turns - 16, turns - 15, turns - 1, turns, turns + 1, turns + 15, turns + 16 };
	for (int n : ends) {
		if (n < 0)
			continue;
		try_walk<T, BELOW, 0>(blocks, block, 7, (T)(7 + n), by, 7);
		try_walk<T, UP_TO, 0>(blocks, block, 7, (T)(7 + n), by, 7);
		T end = (T)(least + by + 1), first = (T)(end + n), last = (T)(most - by - blocks * block);
		try_walk<T, ABOVE, 0>(blocks, block, first, end, by, end);
		try_walk<T, DOWN_TO, 0>(blocks, block, first, end, by, end);
		try_walk<T, BELOW, 0>(blocks, block, (T)(last - n), last, by, (T)(last - n));
	}
}

template <class T>
static void try_type(T least, T most)
{
	for (unsigned block : { 32u, 96u, 40u })
		for (unsigned blocks : { 1u, 2u }) {
			T threads = (T)(blocks * block), step[] = { threads, (T)(threads + 3), 16, 1 };
			for (T by : step) {
				try_ends<T>(blocks, block, by, least, most);
				try_walk<T, BELOW, CONSTANT>(blocks, block, 100, 0, by, 100);
				try_walk<T, ABOVE, CONSTANT>(blocks, block, 5000, 0, by, (T)(by + 1));
				if (least < 0) { // some lanes begin at the least numbers
					try_walk<T, ABOVE, 0>(blocks, block, (T)(most - 50), (T)(most - 4000), by, (T)(most - 5000));
				} else { // numbers go up beyond the largest
					try_loads<T, ABOVE, 0, 1, true>(blocks, block, (T)(most - 3000), 1000, by, (T)(most - 4000));
					try_loads<T, DOWN_TO, 0, 4, true>(blocks, block, (T)(most - 3000), 1000, by, (T)(most - 4000));
				}
			}
		}
}

template <way WAY>
static void try_rows(int blocks, int block, int n, int pitch)
{
	Buffer<int> data(blocks * pitch), sums(blocks * block);
	data.fill(value_at);
	rows<WAY><<<blocks, block>>>(data.device, sums.device, n, pitch);
	sums.expect([&](int me) {
		int sum = 1, thread = me % block;
		for (int k = 0; k <= n / block; k++) {
			int i = WAY == BELOW ? thread + k * block : n + thread - (k + 1) * block;
			if (i >= 0 && i < n)
				sum = sum * 3 + value_at(me / block * pitch + i);
		}
		return sum;
	});
}

int main()
{
	try_type<int>(INT_MIN, INT_MAX);
	try_type<unsigned>(0, UINT_MAX);
	try_type<long long>(LLONG_MIN, LLONG_MAX);
	try_type<size_t>(0, SIZE_MAX);
	for (int block : { 32, 64, 128, 256 })
		for (int n : { 0, 5, 256, 1000, 1025 }) {
			try_rows<BELOW>(70, block, n, 1100);
			try_rows<DOWN_TO>(70, block, n, 1100);
		}
	return unit_finish();
}
