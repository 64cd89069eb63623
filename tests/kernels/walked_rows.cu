// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that walk along rows of their own, several elements a turn (simd_group.c): 2 to 16 of them, of each size, some left out, in
// rows at any distance from one another, up to the last element of what is allocated, with stores between.
#include "kernels/kernel_test.h"

#include <vector>

static __host__ __device__ int number(int i)
{
	return i * 37 % 101 - 50;
}

template <class T, int N>
__global__ void sums(const T *rows, int rest, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	double sum = 0;
	for (; k + N <= n; k += N)
		for (int u = 0; u < N; u++)
			sum += (double)rows[i * rest + k + u] * (u + 1);
	for (; k < n; k++)
		sum += (double)rows[i * rest + k];
	out[i] = sum;
}

template <class T, int N>
static void try_sums(int count)
{
	for (int n : { 1, N - 1, N, 2 * N, 5 * N + 1 })
		for (int rest : { n, n + 3 }) {
			Buffer<T> rows(count * rest - (rest - n));
			Buffer<double> out(count);
			rows.fill([](int i) { return (T)number(i); });
			sums<T, N><<<1, count>>>(rows.device, rest, out.device, n);
			out.expect([=](int i) {
				double sum = 0;
				for (int k = 0; k < n; k++)
					sum += (double)(T)number(i * rest + k) * (k < n / N * N ? k % N + 1 : 1);
				return sum;
			});
		}
}

template <class T>
static void try_type(int count)
{
	try_sums<T, 2>(count);
	try_sums<T, 3>(count);
	try_sums<T, 4>(count);
	try_sums<T, 8>(count);
	try_sums<T, 16>(count);
}

// Elements left out, and stores to the same rows between.
__global__ void moves(int *rows, int rest, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k + 5 < n; k += 4) {
		int a = rows[i * rest + k], b = rows[i * rest + k + 3];
		rows[i * rest + k + 4] = a + b;
		rows[i * rest + k + 1] = rows[i * rest + k + 4] - rows[i * rest + k + 5];
	}
}

static void try_moves(int count)
{
	const int n = 23;
	for (int rest : { n, n + 1, 4 }) { // the last: rows that lie in each other, of one thread
		int threads = rest < n ? 1 : count;
		Buffer<int> rows(threads * rest + n);
		rows.fill(number);
		moves<<<1, threads>>>(rows.device, rest, n);
		std::vector<int> wanted(threads * rest + n);
		for (size_t i = 0; i < wanted.size(); i++)
			wanted[i] = number((int)i);
		for (int i = 0; i < threads; i++)
			for (int k = 0; k + 5 < n; k += 4) {
				int *row = &wanted[i * rest + k];
				row[4] = row[0] + row[3];
				row[1] = row[4] - row[5];
			}
		rows.expect([&](int i) { return wanted[i]; });
	}
}

int main()
{
	for (int count : { 1, 31, 32, 64, 100 }) {
		try_type<signed char>(count);
		try_type<short>(count);
		try_type<int>(count);
		try_type<float>(count);
		try_type<double>(count);
		try_moves(count);
	}
	return unit_finish();
}
