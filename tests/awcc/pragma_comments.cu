// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries that a source names for Microsoft's compiler are passed over, as nvcc and gcc do on Linux.
#include "unit/unit.h"

#pragma comment(lib, "cublas.lib")
#pragma comment(lib, "opengl32")
#pragma comment(linker, "/STACK:8388608")

__global__ void answer(int *x)
{
	*x = 42;
}

int main()
{
	int *device, host = 0;
	cudaMalloc((void **)&device, sizeof(int));
	answer<<<1, 1>>>(device);
	cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
	CHECK_EQUAL(host, 42);
	return unit_finish();
}
