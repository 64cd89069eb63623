// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks begin in the order of the grid: one that reads what blocks far before it wrote, more of them than a GPU holds at a time,
// finds it written, though nothing waits for it.
#include "kernels/kernel_test.h"

enum { COLUMNS = 16384, ROWS = 4, THREADS = 128 };

// Each row of blocks continues what the row before has made of its column.
__global__ void continue_rows(int *made)
{
	__shared__ int before;
	if (threadIdx.x == 0)
		before = blockIdx.y ? made[(blockIdx.y - 1) * COLUMNS + blockIdx.x] : 0;
	__syncthreads();
	if (threadIdx.x == THREADS - 1)
		made[blockIdx.y * COLUMNS + blockIdx.x] = before + 1;
}

// The same without shared memory, so that neighbouring blocks may run side by side.
__global__ void continue_threads(int *made)
{
	int i = blockIdx.x * THREADS + threadIdx.x;
	for (int row = blockIdx.y; row <= (int)blockIdx.y; row++)
		made[row * COLUMNS * THREADS + i] = row ? made[(row - 1) * COLUMNS * THREADS + i] + 1 : 1;
}

int main()
{
	Buffer<int> blocks(COLUMNS * ROWS), threads(COLUMNS * ROWS * THREADS);
	for (int turn = 0; turn < 3; turn++) {
		CALL(cudaMemset(blocks.device, 0, sizeof(int) * COLUMNS * ROWS));
		continue_rows<<<dim3(COLUMNS, ROWS), THREADS>>>(blocks.device);
		blocks.expect([](int i) { return i / COLUMNS + 1; });
	}
	CALL(cudaMemset(threads.device, 0, sizeof(int) * COLUMNS * ROWS * THREADS));
	continue_threads<<<dim3(COLUMNS, ROWS), THREADS>>>(threads.device);
	threads.expect([](int i) { return i / (COLUMNS * THREADS) + 1; });
	return unit_finish();
}
