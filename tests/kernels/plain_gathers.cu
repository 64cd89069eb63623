// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers of all kinds beside stores, by the processor's and lane by lane: from memory, shared and local, of all sizes, by indices
// with and without sign, at constant distances, with lanes that are off, whose addresses may lead nowhere, through device functions.
// RUNS: ANYWARP_GATHERS=0,1
#include "kernels/kernel_test.h"

enum { count = 4096, block = 64 };

template <class T, class I>
__global__ void by_index(const T *in, const I *index, T *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		out[i] = in[index[i]];
}

// Of each three lanes one has an address that nobody may read.
template <class T>
__global__ void masked(const T *in, const int *index, T *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const T *from = i % 3 ? in + index[i] : (const T *)8;
	T kept = (T)i;
	if (i % 3)
		kept = *from;
	out[i] = kept;
}

template <class T>
__global__ void columns(const T *in, T *out)
{
	__shared__ T tile[block][block + 1];
	for (int row = 0; row < block; row++)
		tile[row][threadIdx.x] = in[row * block + threadIdx.x];
	__syncthreads();
	for (int row = 0; row < block; row++)
		out[row * block + threadIdx.x] = tile[threadIdx.x][row];
}

template <class T>
__global__ void own_array(const int *index, T *out)
{
	T mine[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 16; k++)
		mine[k] = (T)(i * 16 + k);
	for (int k = 0; k < 16; k++)
		mine[(index[i] + k) & 15] += mine[k];
	out[i] = mine[index[i] & 15];
}

template <class T>
__device__ __noinline__ T chase(const T *in, const int *index, int from, T *left)
{
	for (int k = 0; k < 4; k++) {
		*left += in[from];
		from = index[from];
	}
	return in[from];
}

template <class T>
__global__ void called(const T *in, const int *index, T *out, T *left)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	left[i] = 0;
	out[i] = chase(in, index, i, left + i);
}

static int permuted(int i)
{
	return (int)((unsigned)i * 2654435761u % (unsigned)count);
}

template <class T>
static T value(int i)
{
	return (T)(i * 7 - 3000);
}

template <class T>
static void check_type(const Buffer<int> &index)
{
	Buffer<T> in(count), out(count), left(count);
	Buffer<unsigned> without_sign(count);
	Buffer<long long> wide(count);
	in.fill(value<T>);
	without_sign.fill([](int i) { return (unsigned)permuted(i); });
	wide.fill([](int i) { return (long long)permuted(i); });
	by_index<<<7, 96>>>(in.device, index.device, out.device);
	out.expect([](int i) { return value<T>(permuted(i)); });
	by_index<<<7, 96>>>(in.device, without_sign.device, out.device);
	out.expect([](int i) { return value<T>(permuted(i)); });
	by_index<<<7, 96>>>(in.device, wide.device, out.device);
	out.expect([](int i) { return value<T>(permuted(i)); });
	masked<<<count / block, block>>>(in.device, index.device, out.device);
	out.expect([](int i) { return i % 3 ? value<T>(permuted(i)) : (T)i; });
	columns<<<1, block>>>(in.device, out.device);
	out.expect([](int i) { return value<T>(i % block * block + i / block); });
	own_array<<<count / block, block>>>(index.device, out.device);
	out.expect([](int i) {
		T mine[16];
		for (int k = 0; k < 16; k++)
			mine[k] = (T)(i * 16 + k);
		for (int k = 0; k < 16; k++)
			mine[(permuted(i) + k) & 15] += mine[k];
		return mine[permuted(i) & 15];
	});
	called<<<count / block, block>>>(in.device, index.device, out.device, left.device);
	out.expect([](int i) { return value<T>(permuted(permuted(permuted(permuted(i))))); });
	left.expect([](int i) {
		T sum = 0;
		for (int k = 0; k < 4; k++, i = permuted(i))
			sum += value<T>(i);
		return sum;
	});
}

int main()
{
	Buffer<int> index(count);
	index.fill(permuted);
	check_type<int>(index);
	check_type<float>(index);
	check_type<double>(index);
	check_type<long long>(index);
	check_type<short>(index);
	check_type<signed char>(index);
	return unit_finish();
}
