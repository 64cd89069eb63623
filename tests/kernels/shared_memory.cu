// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static and dynamic shared memory: arrays in several dimensions, objects of classes, in device
// functions, in templates, several kernels with different ones, more than 48 KiB after opting in.
#include "kernels/kernel_test.h"

struct Accumulator {
	int total;
	float scale;
	__device__ void add(int x) { atomicAdd(&total, x); }
};

template <class T>
__device__ T *scratch() // one array for each type
{
	__shared__ T memory[1024];
	return memory;
}

__device__ int reversed(int value)
{
	__shared__ int cells[4][256];
	int me = thread_rank(), last = block_volume() - 1;
	cells[me / 256][me % 256] = value;
	__syncthreads();
	return cells[(last - me) / 256][(last - me) % 256];
}

__global__ void all_static(int *out)
{
	__shared__ Accumulator sum;
	__shared__ double one;
	int me = thread_rank();
	if (me == 0) {
		sum.total = 0;
		sum.scale = 2;
		one = 1;
	}
	scratch<int>()[me] = me;
	scratch<double>()[me] = me * 0.5;
	__syncthreads();
	sum.add(me);
	__syncthreads();
	out[me] = sum.total + (int)(sum.scale * one) + reversed(me) + scratch<int>()[me] + (int)(scratch<double>()[me] * 2);
}

extern __shared__ int dynamic[];
extern __shared__ double as_double[];

__global__ void all_dynamic(int *out, int count)
{
	__shared__ int apart;
	int me = thread_rank();
	if (me == 0)
		apart = 5;
	for (int i = me; i < count; i += block_volume())
		dynamic[i] = i;
	__syncthreads();
	int sum = apart;
	for (int i = me; i < count; i += block_volume())
		sum += dynamic[count - 1 - i];
	__syncthreads();
	as_double[0] = 0.5;
	out[me] = sum + (as_double == (void *)dynamic) + ((size_t)dynamic % 16 == 0);
}

int main()
{
	for (dim3 b : shapes) {
		int n = size_of(b);
		Buffer<int> out(n);
		all_static<<<1, b>>>(out.device);
		out.expect([&](int i) { return n * (n - 1) / 2 + 2 + (n - 1 - i) + i + i; });
		for (int count : { 1, 100, 12000, 50000 }) {
			size_t bytes = count * sizeof(int) < 8 ? 8 : count * sizeof(int);
			if (bytes > 48000)
				CALL(cudaFuncSetAttribute(all_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
			all_dynamic<<<1, b, bytes>>>(out.device, count);
			out.expect([&](int me) {
				int sum = 5 + 2;
				for (int i = me; i < count; i += n)
					sum += count - 1 - i;
				return sum;
			});
		}
	}
	return unit_finish();
}
