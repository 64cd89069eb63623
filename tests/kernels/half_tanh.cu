// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hardware's approximation of the hyperbolic tangent, of all numbers of 16 bits: the sums over what an H100 gives.
// FLAGS: -arch=sm_90
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kernels/kernel_test.h"

enum { COUNT = 1 << 16 };

__global__ void tangents(unsigned short *half, unsigned short *brain, unsigned *pair, unsigned *brain_pair)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, both = i | (i ^ 1) << 16;
	half[i] = __half_as_ushort(htanh_approx(__ushort_as_half((unsigned short)i)));
	brain[i] = __bfloat16_as_ushort(htanh_approx(__ushort_as_bfloat16((unsigned short)i)));
	asm("tanh.approx.f16x2 %0, %1;" : "=r"(pair[i]) : "r"(both));
	asm("tanh.approx.bf16x2 %0, %1;" : "=r"(brain_pair[i]) : "r"(both));
}

// Fowler, Noll and Vo's hash, a number a step.
static unsigned sum(const unsigned short *numbers)
{
	unsigned hash = 2166136261u;
	for (int i = 0; i < COUNT; i++)
		hash = (hash ^ numbers[i]) * 16777619u;
	return hash;
}

int main(void)
{
	unsigned short *half, *brain;
	unsigned *pair, *brain_pair;
	bool alike = true;
	cudaMallocManaged(&half, COUNT * sizeof(*half));
	cudaMallocManaged(&brain, COUNT * sizeof(*brain));
	cudaMallocManaged(&pair, COUNT * sizeof(*pair));
	cudaMallocManaged(&brain_pair, COUNT * sizeof(*brain_pair));
	tangents<<<COUNT / 256, 256>>>(half, brain, pair, brain_pair);
	check_call(cudaDeviceSynchronize(), __LINE__);
	CHECK_EQUAL(sum(half), 0xc1cc247du);
	CHECK_EQUAL(sum(brain), 0x1ddcd9a9u);
	for (int i = 0; i < COUNT; i++)
		alike &= pair[i] == (half[i] | (unsigned)half[i ^ 1] << 16) && brain_pair[i] == (brain[i] | (unsigned)brain[i ^ 1] << 16);
	CHECK(alike);
	return unit_finish();
}
