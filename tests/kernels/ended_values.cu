// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with results that are called through pointers and hold an end of all (an assertion, a trap), which some of the ways in
// them meet behind and some don't.
#include <cassert>

#include "kernels/kernel_test.h"

__device__ static float half(int order, float x)
{
	if (order == 0)
		return x < 5 ? x * 0.5f : 3;
	assert(order == 1);
	return -1;
}

__device__ static float twice(int order, float x)
{
	if (order > 7)
		__trap();
	return x * 2 + (float)order;
}

__device__ static float last(int order, float x)
{
	switch (order) {
	case 0:
		return x + 1;
	case 1:
		return x - 1;
	}
	assert(0);
	return 0;
}

__global__ void chosen(float *out, int order, int way)
{
	int i = thread_rank();
	out[i] = (i % 3 == way ? half : i % 3 == 0 ? twice : last)(order, (float)i);
}

static float expected(int i, int order, int way)
{
	float x = (float)i;
	if (i % 3 == way)
		return order ? -1 : x < 5 ? x * 0.5f : 3;
	return i % 3 == 0 ? x * 2 + (float)order : order ? x - 1 : x + 1;
}

int main()
{
	for (int order = 0; order < 2; order++)
		for (int way = 0; way < 3; way++) {
			Buffer<float> out(96);
			chosen<<<1, 96>>>(out.device, order, way);
			out.expect([=](int i) { return expected(i, order, way); });
		}
	return unit_finish();
}
