// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in both arms of an if, in a switch, and in a called function: all warps meet each other.
#include "kernels/kernel_test.h"

__shared__ int cell[1024];

__device__ __noinline__ int meet(int value, int from)
{
	cell[thread_rank()] = value;
	__syncthreads();
	int got = cell[from];
	__syncthreads();
	return got;
}

__global__ void arms(int *out)
{
	int me = thread_rank(), last = block_volume() - 1;
	cell[me] = me;
	int got;
	if (me / 32 & 1) {
		__syncthreads();
		got = cell[last - me];
	} else {
		__syncthreads();
		got = cell[last - me] + 1000;
	}
	switch (me / 32 % 3) {
	case 0: __syncthreads(); break;
	case 1: __syncthreads(); got += 1; break;
	default: __syncthreads(); got += 2;
	}
	out[me] = meet(got, last - me);
}

int main()
{
	for (dim3 b : shapes) {
		int last = size_of(b) - 1;
		Buffer<int> out(size_of(b));
		arms<<<1, b>>>(out.device);
		out.expect([&](int i) {
			int me = last - i;
			return last - me + (me / 32 & 1 ? 0 : 1000) + me / 32 % 3;
		});
	}
	return unit_finish();
}
