// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Product of two 1024 x 1024 matrices, directly and with 16 x 16 tiles in shared memory, timed by
// events.  The elements are small integers, so that the host's result is the same bit for bit.
#include "sample.h"

static const int tile = 16;

__global__ void multiply_direct(const float *a, const float *b, float *c, int size)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < size; k++)
		sum += a[row * size + k] * b[k * size + column];
	c[row * size + column] = sum;
}

__global__ void multiply_tiled(const float *a, const float *b, float *c, int size)
{
	__shared__ float tile_a[tile][tile], tile_b[tile][tile];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
	float sum = 0;
	for (int k = 0; k < size; k += tile) {
		tile_a[y][x] = a[row * size + k + x];
		tile_b[y][x] = b[(k + y) * size + column];
		__syncthreads();
		for (int i = 0; i < tile; i++)
			sum += tile_a[y][i] * tile_b[i][x];
		__syncthreads();
	}
	c[row * size + column] = sum;
}

static void multiply_on_host(const float *a, const float *b, float *c, int size)
{
	for (int row = 0; row < size; row++) {
		for (int column = 0; column < size; column++)
			c[row * size + column] = 0;
		for (int k = 0; k < size; k++)
			for (int column = 0; column < size; column++)
				c[row * size + column] += a[row * size + k] * b[k * size + column];
	}
}

static bool try_multiply(void (*kernel)(const float *, const float *, float *, int), const float *a,
                         const float *b, const float *expected, int size, const char *name)
{
	size_t count = (size_t)size * size;
	float *c, *host = (float *)malloc(count * sizeof(float)), milliseconds;
	CHECKED(cudaMalloc((void **)&c, count * sizeof(float)));
	cudaEvent_t start, stop;
	CHECKED(cudaEventCreate(&start));
	CHECKED(cudaEventCreate(&stop));
	CHECKED(cudaEventRecord(start));
	kernel<<<dim3(size / tile, size / tile), dim3(tile, tile)>>>(a, b, c, size);
	CHECKED(cudaEventRecord(stop));
	CHECKED_LAUNCH();
	CHECKED(cudaEventElapsedTime(&milliseconds, start, stop));
	sample_download(host, c, count);

	bool good = true;
	for (size_t i = 0; i < count; i++)
		good = good && host[i] == expected[i];
	printf("%-7s %9.3f ms %8.1f GFLOP/s %s\n", name, milliseconds, 2e-6 * count * size / milliseconds,
	       good ? "right" : "wrong");
	CHECKED(cudaEventDestroy(start));
	CHECKED(cudaEventDestroy(stop));
	CHECKED(cudaFree(c));
	free(host);
	return good;
}

int main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) / tile * tile : 1024;
	size_t count = (size_t)size * size;
	float *a = (float *)malloc(count * sizeof(float)), *b = (float *)malloc(count * sizeof(float));
	float *expected = (float *)malloc(count * sizeof(float));
	for (size_t i = 0; i < count; i++) {
		a[i] = (float)sample_random(10);
		b[i] = (float)sample_random(10);
	}
	multiply_on_host(a, b, expected, size);
	float *device_a = sample_upload(a, count), *device_b = sample_upload(b, count);
	bool good = try_multiply(multiply_direct, device_a, device_b, expected, size, "direct");
	good = try_multiply(multiply_tiled, device_a, device_b, expected, size, "tiled") && good;
	CHECKED(cudaFree(device_a));
	CHECKED(cudaFree(device_b));
	free(a);
	free(b);
	free(expected);
	return sample_finish("matrix multiply", good);
}
