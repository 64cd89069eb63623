// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without contraction, by __fmul_rn and __fadd_rn, so that all peers count the same turns.
#include "peer_cuda.h"

__global__ void mandelbrot(int *turns, int width, int height, int limit)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column >= width || row >= height)
		return;
	float x0 = __fadd_rn(__fmul_rn(column, 3.0f / width), -2.0f), y0 = __fadd_rn(__fmul_rn(row, 2.0f / height), -1.0f);
	float x = 0, y = 0;
	int turn = 0;
	while (turn < limit) {
		float xx = __fmul_rn(x, x), yy = __fmul_rn(y, y);
		if (__fadd_rn(xx, yy) > 4)
			break;
		y = __fadd_rn(__fmul_rn(2 * x, y), y0);
		x = __fadd_rn(__fsub_rn(xx, yy), x0);
		turn++;
	}
	turns[row * width + column] = turn;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int width = problem->size[0], height = problem->size[1];
	mandelbrot<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>((int *)data[0], width, height, problem->size[2]);
	bench_finish();
}
