// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warps that go along rows, of which all turns but the last are whole (whole_loops.c): up and down, by numbers of 32 and 64 bits with a sign
// and without, with a step that all have; rows that end in any lane, at once, or never for some lanes; that are left early, stored to,
// searched; and turns that a counter of the loop's own bounds, where the index wraps.
#include "kernels/kernel_test.h"

static const int most = 300;

static __host__ __device__ int number(int i)
{
	return i * 37 % 101 - 50;
}

template <class I>
__global__ void sums(const int *numbers, int *out, I n, I step)
{
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0, largest = -1000;
	for (I i = lane; i < n; i += step) {
		sum += numbers[i] * (warp + 1);
		largest = max(largest, numbers[i]);
	}
	for (int by = 16; by; by /= 2) {
		sum += __shfl_xor_sync(~0u, sum, by);
		largest = max(largest, __shfl_xor_sync(~0u, largest, by));
	}
	out[threadIdx.x] = sum * 2 + largest;
}

template <class I>
static void try_sums(Buffer<int> &numbers)
{
	Buffer<int> out(64);
	for (int n : { 0, 1, 2, 31, 32, 33, 63, 64, 65, 96, 200, 300 })
		for (int step : { 32, 64 }) {
			sums<I><<<1, 64>>>(numbers.device, out.device, (I)n, (I)step);
			out.expect([=](int i) {
				int sum = 0, largest = -1000;
				for (int k = 0; k < n; k++)
					if (k % step < 32) {
						sum += number(k) * (i / 32 + 1);
						largest = number(k) > largest ? number(k) : largest;
					}
				return sum * 2 + largest;
			});
		}
}

__global__ void down(const int *numbers, int *out, int n, int end)
{
	int lane = threadIdx.x % 32, sum = 0;
	for (int i = n - 32 + lane; i >= end; i -= 32)
		sum += numbers[i];
	out[threadIdx.x] = sum + __shfl_sync(~0u, sum, 5);
}

// Stores, leaves early, goes on from elsewhere.
__global__ void moves(const int *numbers, int *out, int n, int from, int until)
{
	int lane = threadIdx.x % 32;
	for (int i = from + lane; i < n; i += 32) {
		if (numbers[i] == until)
			break;
		out[i] = numbers[i] * 2;
	}
	__syncwarp();
}

// The index wraps, and a counter ends it.
__global__ void wraps(unsigned *out, unsigned first, unsigned n)
{
	unsigned lane = threadIdx.x % 32, sum = 0, turns = 0;
	for (unsigned i = first + lane; i < n && turns < 20; i += 32, turns++)
		sum = sum * 3 + i;
	out[threadIdx.x] = sum + __shfl_sync(~0u, turns, 0);
}

static unsigned wrapped(unsigned first, unsigned n, unsigned *turns)
{
	unsigned sum = 0;
	*turns = 0;
	for (unsigned i = first; i < n && *turns < 20; i += 32, ++*turns)
		sum = sum * 3 + i;
	return sum;
}

int main()
{
	Buffer<int> numbers(most), out(most);
	numbers.fill(number);
	try_sums<int>(numbers);
	try_sums<unsigned>(numbers);
	try_sums<long long>(numbers);
	try_sums<size_t>(numbers);
	try_sums<short>(numbers);
	for (int end : { 0, 1, 31, 150, 298 }) {
		CALL(cudaMemset(out.device, 0, most * sizeof(int)));
		down<<<1, 64>>>(numbers.device, out.device, most, end);
		out.expect([=](int i) {
			int mine = 0, fifth = 0;
			for (int k = most - 1; i < 64 && k >= end; k--) {
				mine += k % 32 == (most - 32 + i) % 32 ? number(k) : 0;
				fifth += k % 32 == (most - 32 + 5) % 32 ? number(k) : 0;
			}
			return i < 64 ? mine + fifth : 0;
		});
	}
	for (int n : { 0, 40, 64, 299 })
		for (int from : { 0, 3 })
			for (int until : { -1000, 7 }) {
				CALL(cudaMemset(out.device, 0, most * sizeof(int)));
				moves<<<1, 32>>>(numbers.device, out.device, n, from, until);
				out.expect([=](int i) {
					for (int k = from + (i - from) % 32; k <= i && i >= from; k += 32)
						if (k >= n || number(k) == until)
							return 0;
					return i >= from ? number(i) * 2 : 0;
				});
			}
	Buffer<unsigned> ends(32);
	for (unsigned first : { 0xffffff00u, 0x7fffffc0u, 0u })
		for (unsigned n : { 0xfffffff0u, 0xffffff10u, 0x80000000u, 100u }) {
			wraps<<<1, 32>>>(ends.device, first, n);
			ends.expect([=](int i) {
				unsigned mine, turns;
				wrapped(first, n, &turns);
				return wrapped(first + i, n, &mine) + turns;
			});
		}
	return unit_finish();
}
