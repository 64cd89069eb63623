// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector addition with three launches: one block, a block for each 256 elements, and 256 blocks of
// 256 threads that walk the vector with the stride of the grid.
#include "sample.h"

__global__ void add_one_block(const float *a, const float *b, float *c, int count)
{
	int i = threadIdx.x;
	if (i < count)
		c[i] = a[i] + b[i];
}

__global__ void add_many_blocks(const float *a, const float *b, float *c, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		c[i] = a[i] + b[i];
}

__global__ void add_grid_stride(const float *a, const float *b, float *c, int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		c[i] = a[i] + b[i];
}

static bool try_add(void (*kernel)(const float *, const float *, float *, int), int blocks, int threads, int count)
{
	size_t bytes = count * sizeof(float);
	float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *c = (float *)malloc(bytes);
	for (int i = 0; i < count; i++) {
		a[i] = (float)-i;
		b[i] = (float)i * (float)i;
	}
	float *device_a = sample_upload(a, count), *device_b = sample_upload(b, count), *device_c;
	CHECKED(cudaMalloc((void **)&device_c, bytes));
	kernel<<<blocks, threads>>>(device_a, device_b, device_c, count);
	CHECKED_LAUNCH();
	sample_download(c, device_c, count);

	bool good = true;
	for (int i = 0; i < count; i++)
		good = good && c[i] == a[i] + b[i];
	printf("%d elements by %d blocks of %d threads: %s\n", count, blocks, threads, good ? "right" : "wrong");
	CHECKED(cudaFree(device_a));
	CHECKED(cudaFree(device_b));
	CHECKED(cudaFree(device_c));
	free(a);
	free(b);
	free(c);
	return good;
}

int main()
{
	const int count = 1000003;
	bool good = try_add(add_one_block, 1, 1000, 1000);
	good = try_add(add_many_blocks, (count + 255) / 256, 256, count) && good;
	good = try_add(add_grid_stride, 256, 256, count) && good;
	return sample_finish("vector add", good);
}
