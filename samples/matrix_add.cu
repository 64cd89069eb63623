// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix addition on a two-dimensional grid of 16 x 16 blocks that overhangs the matrix.
#include "sample.h"

static const int rows = 1000, columns = 777;

__global__ void matrix_add(const float *a, const float *b, float *c)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column < columns && row < rows)
		c[row * columns + column] = a[row * columns + column] + b[row * columns + column];
}

int main()
{
	static float a[rows * columns], b[rows * columns], c[rows * columns];
	for (int i = 0; i < rows * columns; i++) {
		a[i] = (float)sample_random(1000);
		b[i] = (float)sample_random(1000);
	}
	float *device_a = sample_upload(a, rows * columns), *device_b = sample_upload(b, rows * columns), *device_c;
	CHECKED(cudaMalloc((void **)&device_c, sizeof(c)));
	dim3 block(16, 16), grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
	matrix_add<<<grid, block>>>(device_a, device_b, device_c);
	CHECKED_LAUNCH();
	sample_download(c, device_c, rows * columns);

	bool good = true;
	for (int i = 0; i < rows * columns; i++)
		good = good && c[i] == a[i] + b[i];
	CHECKED(cudaFree(device_a));
	CHECKED(cudaFree(device_b));
	CHECKED(cudaFree(device_c));
	return sample_finish("matrix add", good);
}
