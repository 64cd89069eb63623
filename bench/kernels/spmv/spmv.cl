// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void multiply(__global const int *starts, __global const int *columns, __global const float *values,
                       __global const float *x, __global float *y, int rows)
{
	int row = get_global_id(0);
	if (row < rows) {
		float sum = 0;
		for (int k = starts[row]; k < starts[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[row] = sum;
	}
}
