// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on two floats at once with a named rounding mode has the bits of that on one.
// FLAGS: -arch=sm_100
// EXPECT: pairs are right
#include <stdio.h>

#define TWO(mode) \
	do { \
		float2 sum = __fadd2_##mode(a, b), fused = __ffma2_##mode(a, b, c); \
		bad |= differ(sum, __fadd_##mode(a.x, b.x), __fadd_##mode(a.y, b.y)); \
		bad |= differ(fused, __fmaf_##mode(a.x, b.x, c.x), __fmaf_##mode(a.y, b.y, c.y)); \
	} while (0)

__device__ bool differ(float2 pair, float x, float y)
{
	return __float_as_int(pair.x) != __float_as_int(x) || __float_as_int(pair.y) != __float_as_int(y);
}

__global__ void pairs(int *wrong)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float2 a = make_float2(1 + i / 3.0f, -i / 7.0f), b = make_float2(i / 11.0f, 1 / (i + 3.0f)), c = make_float2(b.y, a.x);
	bool bad = false;
	TWO(rn);
	TWO(rz);
	TWO(ru);
	TWO(rd);
	bad |= differ(__fmul2_rn(a, b), __fmul_rn(a.x, b.x), __fmul_rn(a.y, b.y));
	bad |= differ(__fmul2_rz(a, b), __fmul_rz(a.x, b.x), __fmul_rz(a.y, b.y));
	if (bad)
		atomicAdd(wrong, 1);
}

int main()
{
	int *wrong;
	cudaMallocManaged(&wrong, sizeof(*wrong));
	*wrong = 0;
	pairs<<<4, 96>>>(wrong);
	cudaDeviceSynchronize();
	puts(*wrong ? "pairs are wrong" : "pairs are right");
	return cudaGetLastError();
}
