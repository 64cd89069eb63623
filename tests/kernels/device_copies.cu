// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills and copies that a kernel orders, of memory that it allocated itself.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

__global__ void copies(int *out)
{
	int *memory = NULL;
	out[0] = cudaMalloc((void **)&memory, 64);
	out[1] = cudaMemsetAsync(memory, 1, 64);
	out[2] = cudaMemcpyAsync(&out[3], memory, 4, cudaMemcpyDeviceToDevice);
}

int main()
{
	Buffer<int> out(4, 0);
	copies<<<1, 1>>>(out.device);
	out.expect([](int i) { return i < 3 ? 0 : 0x01010101; });
	return unit_finish();
}
