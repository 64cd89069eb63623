// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards between barriers and in loops that most gangs pass as a whole (whole_guards.c): scans whose turns some lanes of one gang make, numbers
// with a sign and without that wrap at either end, several bounds, guards in guards, both sides of one, values that come out of one, and
// loops in which a thread's own numbers are guarded.
#include "kernels/kernel_test.h"

static const int most = 1024;

static __host__ __device__ int number(int i)
{
	return i * 37 % 101 - 50;
}

// FIRST + I, which wraps.
template <class I>
static __host__ __device__ I number_from(I first, int i)
{
	return (I)((unsigned long long)first + i);
}

// Kogge and Stone's, by unsigned numbers.
__global__ void sums(int *out)
{
	__shared__ int row[most];
	unsigned t = thread_rank(), count = block_volume();
	row[t] = number(t);
	for (unsigned by = 1; by < count; by *= 2) {
		int sum = 0;
		__syncthreads();
		if (t >= by)
			sum = row[t] + row[t - by];
		__syncthreads();
		if (t >= by)
			row[t] = sum;
	}
	out[t] = row[t];
}

// Hillis and Steele's, by two rows: one side adds, the other copies.
__global__ void two_rows(int *out)
{
	__shared__ int rows[2 * most];
	int t = thread_rank(), count = block_volume(), to = 0;
	rows[t] = number(t);
	__syncthreads();
	for (int by = 1; by < count; by *= 2) {
		to = most - to;
		int from = most - to;
		if (t >= by)
			rows[to + t] = rows[from + t] + rows[from + t - by];
		else
			rows[to + t] = rows[from + t];
		__syncthreads();
	}
	out[t] = rows[to + t];
}

// Numbers FIRST on, compared with LOW and HIGH in every way, of which some wrap.
template <class I>
__global__ void between(int *out, I first, I low, I high, I other)
{
	__shared__ int row[most];
	int t = thread_rank();
	I x = number_from(first, t);
	int seen = 1;
	row[t] = 0;
	__syncthreads();
	if (x >= low && x < high) {
		seen = 2;
		if (x > other)
			seen += 4 + row[t];
	}
	row[t] = seen;
	__syncthreads();
	if (x > low || x <= other)
		row[t] += 8;
	__syncthreads();
	if (!(x < low)) {
		if (x <= high)
			row[t] += 16;
		else
			row[t] += 32 * seen;
	}
	__syncthreads();
	out[t] = row[t];
}

template <class I>
static void try_between()
{
	const unsigned long long half = 1ull << (8 * sizeof(I) - 1);
	I edges[] = { 0, 1, 5, 16, 31, 32, 100, (I)-1, (I)-18, (I)half, (I)(half - 40) };
	for (dim3 block : { dim3(64), dim3(100), dim3(256), dim3(16, 16), dim3(5, 7) }) {
		Buffer<int> out(size_of(block));
		for (I first : edges)
			for (I low : edges)
				for (I high : { edges[3], edges[5], edges[7], number_from(first, 50) })
					for (I other : { edges[4], number_from(first, 20) }) {
						between<I><<<1, block>>>(out.device, first, low, high, other);
						out.expect([=](int i) {
							I x = number_from(first, i);
							int seen = 1, row;
							if (x >= low && x < high)
								seen = x > other ? 6 : 2;
							row = seen;
							if (x > low || x <= other)
								row += 8;
							if (x >= low)
								row += x <= high ? 16 : 32 * seen;
							return row;
						});
					}
	}
}

// A thread's numbers in a loop, at the edges of which there is nothing.
__global__ void windows(const int *numbers, int *out, int n, int reach)
{
	int t = thread_rank(), sum = 0;
	for (int by = -reach; by <= reach; by++)
		if (t + by >= 0 && t + by < n)
			sum += numbers[t + by] * (by + 100);
		else
			sum -= by;
	out[t] = sum;
}

static void try_windows(dim3 block)
{
	int count = size_of(block);
	Buffer<int> numbers(most), out(count);
	numbers.fill(number);
	for (int n : { 0, 1, 16, 31, count / 2, count, most })
		for (int reach : { 0, 1, 9 }) {
			windows<<<1, block>>>(numbers.device, out.device, n, reach);
			out.expect([=](int t) {
				int sum = 0;
				for (int by = -reach; by <= reach; by++)
					sum += t + by >= 0 && t + by < n ? number(t + by) * (by + 100) : -by;
				return sum;
			});
		}
}

int main()
{
	for (dim3 block : shapes) {
		Buffer<int> out(size_of(block));
		auto sum_to = [](int i) {
			int sum = 0;
			for (int k = 0; k <= i; k++)
				sum += number(k);
			return sum;
		};
		sums<<<1, block>>>(out.device);
		out.expect(sum_to);
		two_rows<<<1, block>>>(out.device);
		out.expect(sum_to);
		try_windows(block);
	}
	try_between<int>();
	try_between<unsigned>();
	try_between<long long>();
	try_between<unsigned long long>();
	return unit_finish();
}
