// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of one argument, of all numbers of 16 bits: the sums over what an H100 gives.  tanh.approx is the hardware's
// approximation of the hyperbolic tangent.
// FLAGS: -arch=sm_90
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kernels/kernel_test.h"

enum { COUNT = 1 << 16 };

// name, sums of half and of bfloat16
#define FUNCTIONS(X) \
	X(cos, 0x28133ac9u, 0xfb921b6du) \
	X(sin, 0x6b79656du, 0x43fe46c5u) \
	X(exp, 0x981c156au, 0xcfeedba1u) \
	X(exp2, 0x15293289u, 0x51c55b47u) \
	X(exp10, 0x6471c754u, 0x1aea853du) \
	X(log, 0x5b468673u, 0x79ab5a45u) \
	X(log2, 0x4d46a003u, 0xf7fd02b5u) \
	X(log10, 0x9814d9deu, 0x6dcf9a39u) \
	X(sqrt, 0x0d251c96u, 0x3c3412acu) \
	X(rsqrt, 0x172a7bf9u, 0xd4b0750eu) \
	X(rcp, 0x936a2275u, 0x924092f1u) \
	X(tanh, 0x2c86ac69u, 0x3a08e9d5u)

#define KERNEL(name, half_sum, brain_sum) \
	__global__ void all_##name(unsigned short *half, unsigned short *brain) \
	{ \
		unsigned short i = (unsigned short)(blockIdx.x * blockDim.x + threadIdx.x); \
		half[i] = __half_as_ushort(h##name(__ushort_as_half(i))); \
		brain[i] = __bfloat16_as_ushort(h##name(__ushort_as_bfloat16(i))); \
	}
FUNCTIONS(KERNEL)

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
#define ASK(name, half_sum, brain_sum) \
	all_##name<<<COUNT / 256, 256>>>(half, brain); \
	CALL(cudaDeviceSynchronize()); \
	CHECK_EQUAL(sum(half), half_sum); \
	CHECK_EQUAL(sum(brain), brain_sum);
	FUNCTIONS(ASK)
	tangents<<<COUNT / 256, 256>>>(half, brain, pair, brain_pair);
	CALL(cudaDeviceSynchronize());
	CHECK_EQUAL(sum(half), 0xc1cc247du);
	CHECK_EQUAL(sum(brain), 0x1ddcd9a9u);
	for (int i = 0; i < COUNT; i++)
		alike &= pair[i] == (half[i] | (unsigned)half[i ^ 1] << 16) && brain_pair[i] == (brain[i] | (unsigned)brain[i ^ 1] << 16);
	CHECK(alike);
	return unit_finish();
}
