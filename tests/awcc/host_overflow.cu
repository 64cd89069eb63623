// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host code may count on signed integers that wrap, as it may with nvcc and gcc.
// FLAGS: -O3
#include "unit/unit.h"

__global__ void square(int *values, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		values[i] *= values[i];
}

int main()
{
	const int count = 200000;
	static int values[count];
	int *device, wrong = 0;
	for (int i = 0; i < count; i++)
		values[i] = i;
	cudaMalloc((void **)&device, sizeof(values));
	cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice);
	square<<<(count + 255) / 256, 256>>>(device, count);
	cudaMemcpy(values, device, sizeof(values), cudaMemcpyDeviceToHost);
	for (int i = 0; i < count; i++)
		if (values[i] != i * i)
			wrong++;
	CHECK_EQUAL(wrong, 0);
	CHECK_EQUAL(cudaFree(device), cudaSuccess);
	return unit_finish();
}
