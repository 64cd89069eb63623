// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two-dimensional memory with a pitch: rows begin at aligned addresses, cudaMemcpy2D goes between
// them and a packed host array, and the padding is left alone.
#include "sample.h"

static const int rows = 37, columns = 101;

__global__ void scale_rows(float *matrix, size_t pitch, float factor)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column >= columns || row >= rows)
		return;
	float *line = (float *)((char *)matrix + row * pitch);
	line[column] *= factor * (row + 1);
}

int main()
{
	static float host[rows][columns], back[rows][columns];
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			host[row][column] = (float)(row * 1000 + column);

	float *device;
	size_t pitch;
	CHECKED(cudaMallocPitch((void **)&device, &pitch, columns * sizeof(float), rows));
	CHECKED(cudaMemset2D(device, pitch, 0xff, pitch, rows));
	CHECKED(cudaMemcpy2D(device, pitch, host, sizeof(host[0]), sizeof(host[0]), rows, cudaMemcpyHostToDevice));
	dim3 block(32, 8), grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
	scale_rows<<<grid, block>>>(device, pitch, 2.0f);
	CHECKED_LAUNCH();
	CHECKED(cudaMemcpy2D(back, sizeof(back[0]), device, pitch, sizeof(back[0]), rows, cudaMemcpyDeviceToHost));

	bool good = pitch >= columns * sizeof(float);
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			good = good && back[row][column] == host[row][column] * 2.0f * (row + 1);
	unsigned char *padding = (unsigned char *)malloc(pitch);
	CHECKED(cudaMemcpy(padding, device, pitch, cudaMemcpyDeviceToHost));
	for (size_t i = sizeof(host[0]); i < pitch; i++)
		good = good && padding[i] == 0xff;
	printf("%d x %d floats, pitch %zu bytes\n", rows, columns, pitch);
	free(padding);
	CHECKED(cudaFree(device));
	return sample_finish("pitched memory", good);
}
