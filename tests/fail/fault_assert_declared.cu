// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program may declare the C library's function behind assert for host and device itself, as CCCL does under NDEBUG: it is
// called on both sides, and the assert macro is still empty.
// FLAGS: -DNDEBUG
// EXPECT: parts.h:7: half: block: \[0,0,0\], thread: \[3,0,0\] Assertion .even. failed\.
// EXPECT: here: block: \[0,0,0\], thread: \[0,0,0\] Assertion .late. failed\.
#include "fail/fault.h"

#include <cassert>

extern "C" {
__host__ __device__ void __assert_fail(const char *text, const char *file, unsigned line, const char *function) noexcept
	__attribute__((noreturn));
}

__host__ __device__ int half(int x)
{
	x % 2 == 0 ? (void)0 : __assert_fail("even", "parts.h", 7, __func__);
	assert(x < 0);
	return x / 2;
}

__global__ void halve(int *values)
{
	values[threadIdx.x] = half(values[threadIdx.x]);
}

__global__ void fail()
{
	if (gridDim.x == 1)
		__assert_fail("late", __FILE__, __LINE__, "here");
}

int main()
{
	int *values;
	CHECK_EQUAL(cudaMallocManaged(&values, 4 * sizeof(int)), cudaSuccess);
	for (int i = 0; i < 4; i++)
		values[i] = i < 3 ? i * 4 : 6;
	halve<<<1, 4>>>(values);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK_EQUAL(values[3], half(6));
	halve<<<1, 4>>>(values); // 0, 2, 4, 3
	fault_expect(cudaErrorAssert);
	fail<<<1, 1>>>();
	fault_expect(cudaErrorAssert);
	return unit_finish();
}
