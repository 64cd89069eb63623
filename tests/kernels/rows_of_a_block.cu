// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of several rows of threads, each for a row of a matrix, as layer norms have them: what all share is in shared memory, rows behind
// the last leave, and the others walk along their row again and again, by as many threads as the row of them has, and add up by shuffles.
#include "kernels/kernel_test.h"

__device__ static int warp_sum(int value)
{
	for (int offset = 16; offset > 0; offset /= 2)
		value += __shfl_xor_sync(0xffffffff, value, offset);
	return value;
}

// STEP threads go along a row, EACH elements each; 0: as many as the block is wide.
template <int STEP, int EACH>
__global__ void center(int *out, const int *in, const int *weights, int rows, int columns)
{
	extern __shared__ int shared[];
	int *mine = shared + (1 + threadIdx.y) * columns, row = blockIdx.x * blockDim.y + threadIdx.y;
	unsigned step = (STEP ? STEP : blockDim.x) * EACH;
	for (int i = threadIdx.x + blockDim.x * threadIdx.y; i < columns; i += blockDim.x * blockDim.y)
		shared[i] = weights[i];
	__syncthreads();
	if (row >= rows)
		return;
	int sum = 0, squares = 0;
	for (int i = threadIdx.x * EACH; i < columns; i += step)
		for (int k = 0; k < EACH; k++) {
			int value = in[row * columns + i + k];
			sum += value;
			mine[i + k] = value;
		}
	sum = warp_sum(sum);
	for (int i = threadIdx.x * EACH; i < columns; i += step)
		for (int k = 0; k < EACH; k++)
			squares += (mine[i + k] - sum) * (mine[i + k] - sum);
	squares = warp_sum(squares);
	for (int i = threadIdx.x * EACH; i < columns; i += step)
		for (int k = 0; k < EACH; k++)
			out[row * columns + i + k] = squares + (mine[i + k] - sum) * shared[i + k];
}

static int value_at(int i) { return (int)((unsigned)i * 2654435761u >> 22); }

template <int STEP, int EACH>
static void try_rows(dim3 block, int rows, int columns)
{
	Buffer<int> in(rows * columns), out(rows * columns, 0), weights(columns);
	in.fill(value_at);
	weights.fill([](int i) { return value_at(i) + 1; });
	int blocks = (rows + (int)block.y - 1) / (int)block.y;
	center<STEP, EACH><<<blocks, block, (block.y + 1) * columns * sizeof(int)>>>(out.device, in.device, weights.device, rows, columns);
	out.expect([&](int at) {
		int row = at / columns, column = at % columns, warp = column / EACH % (int)block.x / 32;
		auto value = [&](int i) { return value_at(row * columns + i); };
		int sum = 0, squares = 0;
		for (int i = 0; i < columns; i++)
			sum += i / EACH % (int)block.x / 32 == warp ? value(i) : 0;
		for (int i = 0; i < columns; i++)
			squares += i / EACH % (int)block.x / 32 == warp ? (value(i) - sum) * (value(i) - sum) : 0;
		return squares + (value(column) - sum) * (value_at(column) + 1);
	});
}

int main()
{
	for (unsigned y : { 1u, 2u, 4u, 7u })
		for (int columns : { 32, 64, 100, 256, 768 })
			for (int rows : { 1, 5, 16 }) {
				try_rows<32, 1>(dim3(32, y), rows, columns);
				try_rows<32, 4>(dim3(32, y), rows, columns);
				try_rows<0, 1>(dim3(32, y), rows, columns);
				try_rows<0, 1>(dim3(64, y), rows, columns);
				try_rows<0, 2>(dim3(64, y), rows, columns);
			}
	return unit_finish();
}
