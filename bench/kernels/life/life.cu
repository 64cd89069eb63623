// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

#include <utility>

__global__ void generation(const unsigned char *cells, unsigned char *next, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
	int above = (y == 0 ? height - 1 : y - 1) * width, below = (y == height - 1 ? 0 : y + 1) * width, row = y * width;
	int neighbours = cells[above + left] + cells[above + x] + cells[above + right] + cells[row + left] + cells[row + right] +
	                 cells[below + left] + cells[below + x] + cells[below + right];
	next[row + x] = neighbours == 3 || (neighbours == 2 && cells[row + x]);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int width = problem->size[0], height = problem->size[1];
	unsigned char *cells = (unsigned char *)data[0], *next = (unsigned char *)data[1];
	for (int i = 0; i < problem->size[2]; i++) {
		generation<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(cells, next, width, height);
		std::swap(cells, next);
	}
	bench_finish();
}
