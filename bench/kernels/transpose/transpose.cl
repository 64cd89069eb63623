// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TILE 32
#define ROWS 8

__kernel void transpose(__global const float *input, __global float *output, int size)
{
	__local float square[TILE][TILE + 1];
	int column = get_local_id(0), row = get_local_id(1);
	int x = get_group_id(0) * TILE + column, y = get_group_id(1) * TILE + row;
	for (int i = 0; i < TILE; i += ROWS)
		square[row + i][column] = input[(y + i) * size + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	x = get_group_id(1) * TILE + column;
	y = get_group_id(0) * TILE + row;
	for (int i = 0; i < TILE; i += ROWS)
		output[(y + i) * size + x] = square[column][row + i];
}
