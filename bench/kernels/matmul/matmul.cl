// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TILE 16

__kernel void multiply_direct(__global const float *a, __global const float *b, __global float *c, int size)
{
	int row = get_global_id(1), column = get_global_id(0);
	if (row < size && column < size) {
		float sum = 0;
		for (int k = 0; k < size; k++)
			sum += a[row * size + k] * b[k * size + column];
		c[row * size + column] = sum;
	}
}

__kernel void multiply_tiled(__global const float *a, __global const float *b, __global float *c, int size)
{
	__local float tile_a[TILE][TILE], tile_b[TILE][TILE];
	int x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
	float sum = 0;
	for (int k = 0; k < size; k += TILE) {
		tile_a[y][x] = a[row * size + k + x];
		tile_b[y][x] = b[(k + y) * size + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int i = 0; i < TILE; i++)
			sum += tile_a[y][i] * tile_b[i][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[row * size + column] = sum;
}
