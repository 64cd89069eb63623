// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void generation(__global const uchar *cells, __global uchar *next, int width, int height)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (x >= width || y >= height)
		return;
	int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
	int above = (y == 0 ? height - 1 : y - 1) * width, below = (y == height - 1 ? 0 : y + 1) * width, row = y * width;
	int neighbours = cells[above + left] + cells[above + x] + cells[above + right] + cells[row + left] + cells[row + right] +
	                 cells[below + left] + cells[below + x] + cells[below + right];
	next[row + x] = neighbours == 3 || (neighbours == 2 && cells[row + x]);
}
