// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over rows a stride apart that are unrolled (row_addresses.c): many and few rows, strides of 32 and 64 bits with and without a
// sign, elements of 1 to 16 bytes, stores to rows, rows that are left out, and two strides at once.
#include "kernel_test.h"

enum { ROWS = 21, MOST = 256, BLOCKS = 3 };

template <class T> __host__ __device__ T element(int i) { return (T)(i * 7 + 3); }
template <> __host__ __device__ int4 element<int4>(int i) { return make_int4(i, i + 1, i * 3, -i); }

__host__ __device__ long long number(long long x) { return x; }
__host__ __device__ long long number(int4 x) { return x.x + 2LL * x.y + 3LL * x.z + 5LL * x.w; }

// Each thread adds up its column of the block's rows.
template <class T, class Stride>
__global__ void columns(const T *input, long long *output)
{
	const T *mine = input + blockIdx.x * blockDim.x * ROWS;
	long long sum = 0;
	Stride stride = blockDim.x;
	for (Stride i = 0; i < ROWS; i++)
		sum += number(mine[i * stride + threadIdx.x]) * (long long)(i + 1);
	output[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Rows that a stride of the launch's has apart, seven at a time, some left out, into rows that another stride has apart.
template <class T>
__global__ void spread(const T *input, T *output, int from, unsigned to)
{
	for (int i = threadIdx.x; i < from; i += blockDim.x) {
		T held[12];
#pragma unroll
		for (int row = 0; row < 12; row++)
			held[row] = input[row * from + i];
#pragma unroll
		for (unsigned row = 0; row < 12; row++)
			if (row != 5 && row != 8)
				output[row * to + i] = held[11 - row];
	}
}

template <class T, class Stride>
static void check_columns(int threads)
{
	Buffer<T> input(BLOCKS * ROWS * MOST);
	Buffer<long long> output(BLOCKS * MOST);
	input.fill([](int i) { return element<T>(i); });
	output.fill([](int) { return -1LL; });
	columns<T, Stride><<<BLOCKS, threads>>>(input.device, output.device);
	CHECK(!cudaDeviceSynchronize());
	long long *sums = output.download();
	for (int i = 0; i < BLOCKS * threads; i++) {
		long long sum = 0;
		for (int row = 0; row < ROWS; row++)
			sum += number(element<T>(i / threads * threads * ROWS + row * threads + i % threads)) * (row + 1);
		CHECK(sums[i] == sum);
	}
	free(sums);
}

template <class T>
static void check_spread(int from, unsigned to)
{
	Buffer<T> input(12 * from), output(12 * to);
	input.fill([](int i) { return element<T>(i); });
	output.fill([](int) { return element<T>(-1); });
	spread<<<1, 64>>>(input.device, output.device, from, to);
	CHECK(!cudaDeviceSynchronize());
	T *rows = output.download();
	for (unsigned i = 0; i < 12 * to; i++) {
		unsigned row = i / to, column = i % to;
		bool written = column < (unsigned)from && row != 5 && row != 8;
		long long expected = number(element<T>(written ? (int)((11 - row) * from + column) : -1));
		CHECK(number(rows[i]) == expected);
	}
	free(rows);
}

template <class T>
static void check_all()
{
	static const int shapes[] = { 256, 64, 37 };
	for (int threads : shapes) {
		check_columns<T, int>(threads);
		check_columns<T, unsigned>(threads);
		check_columns<T, long long>(threads);
		check_columns<T, size_t>(threads);
	}
	check_spread<T>(100, 128);
	check_spread<T>(128, 131);
}

int main()
{
	check_all<signed char>();
	check_all<short>();
	check_all<float>();
	check_all<double>();
	check_all<int4>();
	return unit_finish();
}
