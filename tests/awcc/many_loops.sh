#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A kernel with more than a thousand loops, as of numbers of several words, is left to fibers before LLVM takes minutes to simplify it;
# one with a dozen runs as gangs.
. "$ROOT/tests/awcc/support/check.sh"
cat >many.cu <<'CODE'
struct number { unsigned words[4]; };
__noinline__ __device__ void add(number *sum, const number *a, const number *b)
{
	unsigned long long carry = 0;
	for (int i = 0; i < 4; i++)
		carry += (unsigned long long)a->words[i] + b->words[i], sum->words[i] = carry, carry >>= 32;
}
__noinline__ __device__ void multiply(number *product, const number *a, const number *b)
{
	number sum = {};
	for (int i = 0; i < 4; i++) {
		unsigned long long carry = 0;
		for (int j = 0; j < 4; j++)
			carry += (unsigned long long)a->words[i] * b->words[j] + sum.words[j], sum.words[j] = carry, carry >>= 32;
	}
	*product = sum;
}
#define ONCE multiply(&a, &a, &b); add(&b, &b, &a);
#define OFTEN ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE
__global__ void kernel(number *numbers, int count)
{
	number a = numbers[2 * threadIdx.x], b = numbers[2 * threadIdx.x + 1];
	for (int i = 0; i < count; i++) {
		REPEAT
	}
	numbers[threadIdx.x] = a;
}
CODE
more=$(printf 'OFTEN %.0s' {1..24})
flags=(-cubin -Xptxas -O1 -Xanywarp "--no-ptx,--cpu-arch=x86-64-v3,--report")
shows "kernel.*: simd, width" timeout 60 "$AWCC" "${flags[@]}" -DREPEAT="ONCE ONCE ONCE ONCE" many.cu -o many.cubin
shows "kernel.*: no simd: very many loops in very much code" timeout 60 "$AWCC" "${flags[@]}" -DREPEAT="$more" many.cu -o many.cubin
finish
