// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills of one, two and three dimensions that a kernel orders.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

enum { PITCH = 48, ROWS = 5, SLICE = PITCH * ROWS, LINE = 20 };

__global__ void fill_kernel(char *to, cudaPitchedPtr box, cudaExtent part, int *errors)
{
	errors[0] = cudaMemsetAsync(to, 5, LINE);
	errors[1] = cudaMemset2DAsync(to + SLICE, PITCH, 9, 6, 2);
	errors[2] = cudaMemset3DAsync(box, 7, part);
}

int main()
{
	Buffer<char> to(4 * SLICE, 1);
	Buffer<int> errors(3, -1);
	cudaPitchedPtr box = make_cudaPitchedPtr(to.device + 2 * SLICE, PITCH, PITCH, ROWS);
	fill_kernel<<<1, 1>>>(to.device, box, make_cudaExtent(16, 3, 2), errors.device);
	errors.expect([](int) { return 0; });
	to.expect([](int i) {
		int x = i % PITCH, y = i / PITCH % ROWS, z = i / SLICE;
		if (z == 0)
			return (char)(i < LINE ? 5 : 1);
		return (char)(z == 1 ? (y < 2 && x < 6 ? 9 : 1) : y < 3 && x < 16 ? 7 : 1);
	});
	return unit_finish();
}
