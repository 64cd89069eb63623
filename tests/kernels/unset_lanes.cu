// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that one lane of a warp has set, passed on by all: only that lane has come by where it is set.
#include "kernels/kernel_test.h"

__device__ int from_first(int value)
{
	return __shfl_sync(0xffffffff, value, 0);
}

__device__ int reserve(int *counter, int count)
{
	int place;
	if (threadIdx.x % 32 == 0)
		place = atomicAdd(counter, count);
	return place;
}

__global__ void by_argument(int *counter, int *out)
{
	int place;
	if (threadIdx.x % 32 == 0)
		place = atomicAdd(counter, 10);
	out[threadIdx.x] = from_first(place);
}

__global__ void by_result(int *counter, int *out)
{
	int place = reserve(counter, 10);
	out[threadIdx.x] = __shfl_sync(0xffffffff, place, 0);
}

static void run(void (*kernel)(int *, int *))
{
	Buffer<int> counter(1, 0), out(32);
	kernel<<<1, 32>>>(counter.device, out.device);
	counter.expect([](int) { return 10; });
	out.expect([](int) { return 0; });
}

int main()
{
	run(by_argument);
	run(by_result);
	return unit_failed != 0;
}
