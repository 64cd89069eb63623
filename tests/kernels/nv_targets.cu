// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <nv/target>: the part of the first target that fits, on both sides, with and without parentheses.
// FLAGS: -arch=sm_80
#include <nv/target>

#include "kernels/kernel_test.h"

__host__ __device__ int side()
{
	NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))
	return 0;
}

__host__ __device__ int missing()
{
	NV_IF_TARGET(NV_IS_HOST, (return 7;))
	return 8;
}

__host__ __device__ int bare(int x)
{
	NV_IF_ELSE_TARGET(NV_PROVIDES_SM_70,
		x = max(x, 30); return x;
	,
		return x;
	)
}

__host__ __device__ int first()
{
	NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (return 90;), NV_PROVIDES_SM_80, (int a = 40, b = 40; return a + b;), NV_PROVIDES_SM_35,
	                   (return 35;), NV_IS_HOST, (return 1;))
	return 0;
}

__host__ __device__ int none()
{
	NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_75, (return 75;), NV_NO_TARGET, (return 1;), NV_HAS_FEATURE_SM_90a, (return 90;))
	NV_IF_TARGET(NV_ANY_TARGET, (return 5;))
	return 0;
}

__global__ void kernel(int *out)
{
	out[0] = side();
	out[1] = missing();
	out[2] = bare(3);
	out[3] = first();
	out[4] = none();
	NV_IF_TARGET(NV_IS_EXACTLY_SM_80, (out[5] = 6;), (out[5] = 0;))
}

int main()
{
	static const int expected[] = { 1, 8, 30, 80, 5, 6 };
	Buffer<int> out(6);
	kernel<<<1, 1>>>(out.device);
	out.expect([](int i) { return expected[i]; });
	CHECK_EQUAL(side(), 2);
	CHECK_EQUAL(missing(), 7);
	CHECK_EQUAL(bare(3), 3);
	CHECK_EQUAL(first(), 1);
	CHECK_EQUAL(none(), 5);
	return unit_finish();
}
