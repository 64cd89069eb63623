// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int tile = 64, depth = 16, side = 16, each = tile / side; // of outputs, of words of four, of threads, of a thread's outputs

__global__ void product(const int *a, const int *b, int *c, int size)
{
	__shared__ int a_tile[tile][depth + 1], b_tile[tile][depth + 1];
	int words = size / 4, sums[each][each] = {};
	a += blockIdx.y * tile * words;
	b += blockIdx.x * tile * words;
	for (int first = 0; first < words; first += depth) {
		for (int i = threadIdx.y; i < tile; i += side) {
			a_tile[i][threadIdx.x] = a[i * words + first + threadIdx.x];
			b_tile[i][threadIdx.x] = b[i * words + first + threadIdx.x];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < depth; k++) {
			int left[each], right[each];
			for (int i = 0; i < each; i++) {
				left[i] = a_tile[threadIdx.y + i * side][k];
				right[i] = b_tile[threadIdx.x + i * side][k];
			}
			for (int i = 0; i < each; i++)
				for (int j = 0; j < each; j++)
					sums[i][j] = __dp4a(left[i], right[j], sums[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < each; i++)
		for (int j = 0; j < each; j++)
			c[(blockIdx.y * tile + threadIdx.y + i * side) * size + blockIdx.x * tile + threadIdx.x + j * side] = sums[i][j];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int size = problem->size[0];
	static_assert(depth == side, "a row of threads loads a row of a tile");
	product<<<dim3(size / tile, size / tile), dim3(side, side)>>>((const int *)data[0], (const int *)data[1], (int *)data[2], size);
	bench_finish();
}
