// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clears a __device__ array of a million ints; the index is made with a 24-bit multiplication.
#include "sample.h"

static const int count = 1000000;
__device__ int numbers[count];

__global__ void set_zero()
{
	int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
	if (i < count)
		numbers[i] = 0;
}

int main()
{
	int *host = (int *)malloc(count * sizeof(int));
	for (int i = 0; i < count; i++)
		host[i] = i + 1;
	CHECKED(cudaMemcpyToSymbol(numbers, host, count * sizeof(int)));

	set_zero<<<(count + 255) / 256, 256>>>();
	CHECKED_LAUNCH();

	CHECKED(cudaMemcpyFromSymbol(host, numbers, count * sizeof(int)));
	bool good = true;
	for (int i = 0; i < count; i++)
		good = good && host[i] == 0;
	free(host);
	return sample_finish("set zero", good);
}
