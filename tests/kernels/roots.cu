// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reciprocals of square roots, to the last bit: all of two octaves, and of others every 4,099th number.
#include <cmath>

#include "kernel_test.h"

__global__ void roots(unsigned first, unsigned step, const float *expected, int *wrong)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = __uint_as_float(first + i * step);
	float root = rsqrtf(x);
	if (__float_as_uint(root) != __float_as_uint(expected[i]) && !(root != root && expected[i] != expected[i]))
		atomicAdd(wrong, 1);
}

static void compare(unsigned first, unsigned step, int count)
{
	Buffer<float> expected(count);
	Buffer<int> wrong(1);
	float *items = (float *)malloc(count * sizeof(float));
	for (int i = 0; i < count; i++) {
		unsigned bits = first + i * step;
		float x;
		memcpy(&x, &bits, sizeof(x));
		items[i] = 1.0f / sqrtf(x);
	}
	CALL(cudaMemcpy(expected.device, items, count * sizeof(float), cudaMemcpyDefault));
	CALL(cudaMemset(wrong.device, 0, sizeof(int)));
	roots<<<count / 256, 256>>>(first, step, expected.device, wrong.device);
	wrong.expect([](int) { return 0; });
	free(items);
}

int main()
{
	compare(0x3f800000, 1, 1 << 23);
	compare(0x40000000, 1, 1 << 23);
	compare(0, 4099, 1 << 20);
	compare(0x7f800000 - (1 << 12), 1, 1 << 13);
	compare(0x80000000 - (1 << 12), 1, 1 << 13);
	return unit_finish();
}
