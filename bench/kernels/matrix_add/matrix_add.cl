// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void matrix_add(__global const float *a, __global const float *b, __global float *c, int rows, int columns)
{
	int column = get_global_id(0), row = get_global_id(1);
	if (column < columns && row < rows)
		c[row * columns + column] = a[row * columns + column] + b[row * columns + column];
}
