// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with volatile accesses that are called through a pointer, which is known once the caller is inlined: they are as good as
// inlined themselves.  tests/awcc/kernel_gangs.sh says that these kernels become gangs, and which don't.
#include "kernel_test.h"

template <class T> __device__ void add(volatile T &place, const T &value) { place = place + value; }
template <class T> __device__ void most(volatile T &place, const T &value) { place = place < value ? value : place; }

template <class T, class F>
__device__ bool change_local(volatile T *place, T value, F &&change)
{
	if (!__isLocal((const void *)place))
		return false;
	change(*place, value);
	__nanosleep(0);
	return true;
}

template <class T> __device__ void add_to(T *place, T value)
{
	if (!change_local(place, value, add<T>))
		atomicAdd(place, value);
}

// In global, shared and local memory.
__global__ void count_all(const int *values, int *counts, int *own, int n)
{
	__shared__ int mine[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (threadIdx.x < 8)
		mine[threadIdx.x] = 0;
	__syncthreads();
	if (i < n) {
		add_to(&mine[values[i] & 7], 1);
		for (int k = 0; k <= values[i] % 3; k++)
			add_to(&sum, values[i] + k);
		own[i] = sum;
	}
	__syncthreads();
	if (threadIdx.x < 8)
		add_to(&counts[threadIdx.x], mine[threadIdx.x]);
}

// The pointer differs among threads: it stays one.
__global__ void by_choice(const int *values, int *out, int n)
{
	void (*changes[])(volatile int &, const int &) = { add<int>, most<int> };
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		volatile int place = i;
		changes[values[i] & 1](place, values[i]);
		out[i] = place;
	}
}

static void run(int blocks, int threads)
{
	int n = blocks * threads - 5;
	Buffer<int> values(n), counts(8, 0), own(n), out(n);
	auto value = [](int i) { return (int)(i * 2654435761u >> 20); };
	values.fill(value);
	count_all<<<blocks, threads>>>(values.device, counts.device, own.device, n);
	counts.expect([=](int digit) {
		int count = 0;
		for (int i = 0; i < n; i++)
			count += (value(i) & 7) == digit;
		return count;
	});
	own.expect([=](int i) {
		int turns = value(i) % 3 + 1;
		return turns * value(i) + turns * (turns - 1) / 2;
	});
	by_choice<<<blocks, threads>>>(values.device, out.device, n);
	out.expect([=](int i) { return !(value(i) & 1) ? i + value(i) : i < value(i) ? value(i) : i; });
}

int main()
{
	run(1, 32);
	run(9, 96);
	run(40, 50);
	return unit_finish();
}
