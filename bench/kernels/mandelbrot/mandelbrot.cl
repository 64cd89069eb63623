// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL FP_CONTRACT OFF

__kernel void mandelbrot(__global int *turns, int width, int height, int limit)
{
	int column = get_global_id(0), row = get_global_id(1);
	if (column >= width || row >= height)
		return;
	float x0 = column * (3.0f / width) - 2.0f, y0 = row * (2.0f / height) - 1.0f;
	float x = 0, y = 0;
	int turn = 0;
	while (turn < limit) {
		float xx = x * x, yy = y * y;
		if (xx + yy > 4)
			break;
		y = 2 * x * y + y0;
		x = xx - yy + x0;
		turn++;
	}
	turns[row * width + column] = turn;
}
