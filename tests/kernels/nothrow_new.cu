// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// new (std::nothrow) in device functions, which clang allows: NULL when the heap is full.
#include <new>

#include "kernels/kernel_test.h"

__device__ int *array(size_t count) { return new (std::nothrow) int[count]; }
__device__ int *one(int value) { return new (std::nothrow) int(value); }

__global__ void allocate(int *out)
{
	int me = thread_rank();
	int *few = array(4), *single = one(me);
	int *volatile many = array((size_t)1 << 40); // without `volatile` it is never asked for, and so not NULL
	out[me] = few && single && !many ? *single : -1;
	delete[] few;
	::operator delete(single, std::nothrow);
}

int main()
{
	Buffer<int> out(64);
	allocate<<<1, 64>>>(out.device);
	out.expect([](int i) { return i; });
	return unit_finish();
}
