// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot product: each block multiplies and adds up its part in shared memory with a tree; the host
// adds the blocks' sums.  The barrier stands outside of the tree's if: all threads must meet there.
#include "sample.h"

static const int block_size = 128;

__global__ void dot_product(const float *a, const float *b, float *sums, int count)
{
	__shared__ float products[block_size];
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		sum += a[i] * b[i];
	products[threadIdx.x] = sum;
	__syncthreads();
	for (int i = blockDim.x / 2; i != 0; i /= 2) {
		if (threadIdx.x < i)
			products[threadIdx.x] += products[threadIdx.x + i];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		sums[blockIdx.x] = products[0];
}

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

int main()
{
	const int count = 1 << 20;
	const int blocks = smaller(512, (count + block_size - 1) / block_size);
	float *a = (float *)malloc(count * sizeof(float)), *b = (float *)malloc(count * sizeof(float)), sums[512];
	double expected = 0, sum = 0;
	for (int i = 0; i < count; i++) { // small integers, so that every sum is exact
		a[i] = (float)sample_random(8);
		b[i] = (float)sample_random(8);
		expected += a[i] * b[i];
	}
	float *device_a = sample_upload(a, count), *device_b = sample_upload(b, count), *device_sums;
	CHECKED(cudaMalloc((void **)&device_sums, blocks * sizeof(float)));
	dot_product<<<blocks, block_size>>>(device_a, device_b, device_sums, count);
	CHECKED_LAUNCH();
	sample_download(sums, device_sums, blocks);
	for (int i = 0; i < blocks; i++)
		sum += sums[i];
	printf("dot product of %d elements: %.0f, expected %.0f\n", count, sum, expected);
	CHECKED(cudaFree(device_a));
	CHECKED(cudaFree(device_b));
	CHECKED(cudaFree(device_sums));
	free(a);
	free(b);
	return sample_finish("dot product", sum == expected);
}
