// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds two arrays of five ints with two blocks of three threads: one thread has nothing to do.
#include "sample.h"

__global__ void add_kernel(int *c, const int *a, const int *b, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < size)
		c[i] = a[i] + b[i];
}

int main()
{
	const int size = 5;
	const int a[size] = { 1, 2, 3, 4, 5 }, b[size] = { 10, 20, 30, 40, 50 };
	int c[size] = { 0 };

	int *device_a = sample_upload(a, size), *device_b = sample_upload(b, size), *device_c;
	CHECKED(cudaMalloc((void **)&device_c, size * sizeof(int)));
	add_kernel<<<2, (size + 1) / 2>>>(device_c, device_a, device_b, size);
	CHECKED_LAUNCH();
	sample_download(c, device_c, size);

	printf("{1, 2, 3, 4, 5} + {10, 20, 30, 40, 50} = {%d, %d, %d, %d, %d}\n", c[0], c[1], c[2], c[3], c[4]);
	bool good = true;
	for (int i = 0; i < size; i++)
		good = good && c[i] == a[i] + b[i];
	CHECKED(cudaFree(device_a));
	CHECKED(cudaFree(device_b));
	CHECKED(cudaFree(device_c));
	return sample_finish("add kernel", good);
}
