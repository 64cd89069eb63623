// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RADIUS 3
#define TAPS (2 * RADIUS + 1)
#define WIDTH 32
#define HEIGHT 8

__kernel void convolve(__global const float *image, __constant float *weights, __global float *result, int size)
{
	__local float tile[HEIGHT + 2 * RADIUS][WIDTH + 2 * RADIUS];
	int x = get_local_id(0), y = get_local_id(1), pitch = size + 2 * RADIUS;
	__global const float *corner = image + get_group_id(1) * HEIGHT * pitch + get_group_id(0) * WIDTH;
	for (int row = y; row < HEIGHT + 2 * RADIUS; row += HEIGHT)
		for (int column = x; column < WIDTH + 2 * RADIUS; column += WIDTH)
			tile[row][column] = corner[row * pitch + column];
	barrier(CLK_LOCAL_MEM_FENCE);
	float sum = 0;
#pragma unroll
	for (int i = 0; i < TAPS; i++)
#pragma unroll
		for (int k = 0; k < TAPS; k++)
			sum += weights[i * TAPS + k] * tile[y + i][x + k];
	result[get_global_id(1) * size + get_global_id(0)] = sum;
}
