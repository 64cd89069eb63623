// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid-stride loops that take several neighbours in a turn: the row of a lane begins at a number that goes up by multiples of its length,
// from one such; or by others, from others.
#include <stdint.h>

#include "kernels/kernel_test.h"

enum { COUNT = 20000 };

// SUM with the element behind it; of floats one that is exact.
template <class T>
__host__ __device__ static T next(T sum, T element) { return (T)(sum * 3 + element); }

template <>
__host__ __device__ float next(float sum, float element) { return sum + element; }

template <class T, int K>
__host__ __device__ static T fold(const T *row, T sum)
{
	for (int j = 0; j < K; j++)
		sum = next(sum, row[j]);
	return sum;
}

// Each thread's number of its elements' order; FIRST and STEP are rows.
template <class T, int K>
__host__ __device__ static T walk(const T *data, int n, int first, int step)
{
	T sum = 1;
	for (int i = first * K; i < n; i += step * K)
		sum = fold<T, K>(data + i, sum);
	return sum;
}

template <class T, int K>
__global__ void folds(const T *data, T *sums, int n)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	T sum = 1;
	for (int i = me * K; i < n; i += blockDim.x * gridDim.x * K) {
#pragma unroll
		for (int j = 0; j < K; j++)
			sum = next(sum, data[i + j]);
	}
	sums[me] = sum;
}

// Where rows begin SKEW elements later, or a turn goes up by a few more.
template <class T, int K>
__global__ void skewed(const T *data, T *sums, int n, int skew, int more)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	T sum = 1;
	for (int i = me * K + skew; i < n; i += blockDim.x * gridDim.x * K + more) {
#pragma unroll
		for (int j = 0; j < K; j++)
			sum = next(sum, data[i + j]);
	}
	sums[me] = sum;
}

template <class T, int K>
__global__ void changed(T *data, int n)
{
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * K; i < n; i += blockDim.x * gridDim.x * K) {
#pragma unroll
		for (int j = 0; j < K; j++)
			data[i + j] = (T)(data[i + j] * 3 + j);
	}
}

template <class T>
static T value_at(int i) { return (T)((unsigned)i * 2654435761u >> 25); }

template <class T, int K>
static void try_shape(unsigned blocks, unsigned block, int n)
{
	static T host[COUNT];
	int threads = (int)(blocks * block);
	Buffer<T> data(COUNT), sums(threads);
	data.fill(value_at<T>);
	for (int i = 0; i < COUNT; i++)
		host[i] = value_at<T>(i);
	folds<T, K><<<blocks, block>>>(data.device, sums.device, n);
	sums.expect([&](int me) { return walk<T, K>(host, n, me, threads); });
	skewed<T, K><<<blocks, block>>>(data.device, sums.device, n, 3, 5);
	sums.expect([&](int me) {
		T sum = 1;
		for (int i = me * K + 3; i < n; i += threads * K + 5)
			sum = fold<T, K>(host + i, sum);
		return sum;
	});
	changed<T, K><<<blocks, block>>>(data.device, n);
	data.expect([&](int i) { return i < (n + K - 1) / K * K ? (T)(host[i] * 3 + i % K) : host[i]; });
}

template <class T>
static void try_type(unsigned blocks, unsigned block)
{
	int ends[] = { 0, 1, 7, 4096, 9999, 17001 };
	for (int n : ends) {
		try_shape<T, 2>(blocks, block, n);
		try_shape<T, 3>(blocks, block, n);
		try_shape<T, 4>(blocks, block, n);
		try_shape<T, 8>(blocks, block, n);
		try_shape<T, 16>(blocks, block, n);
	}
}

int main()
{
	unsigned blocks[] = { 1, 32, 64, 100, 256 };
	for (unsigned block : blocks) {
		try_type<int>(5, block);
		try_type<float>(3, block);
		try_type<uint8_t>(2, block);
		try_type<int64_t>(2, block);
	}
	return unit_finish();
}
