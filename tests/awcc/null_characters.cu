// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that are compared with the character 0, which nvcc's front end takes for a null pointer.
#include "unit/unit.h"

__global__ void count(const char *text, int *length)
{
	if (text == '\0')
		*length = -1;
	else if (text != '\0' && length !=  '\0')
		*length = text[0] == '\0' ? 0 : 1;
}

int main()
{
	int *length;
	char *text;
	cudaMallocManaged(&length, sizeof(int));
	cudaMallocManaged(&text, 2);
	count<<<1, 1>>>(NULL, length);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *length == -1);
	text[0] = 'a';
	count<<<1, 1>>>(text, length);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *length == 1);
	cudaFree(text);
	cudaFree(length);
	return unit_finish();
}
