// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int letters = 32;

__global__ void compare(const char *from, const char *to, const int *from_lengths, const int *to_lengths, int *distances, int count)
{
	int pair = blockIdx.x * blockDim.x + threadIdx.x;
	if (pair >= count)
		return;
	int rows = from_lengths[pair], columns = to_lengths[pair], row[letters + 1];
	for (int j = 0; j <= columns; j++)
		row[j] = j;
	for (int i = 0; i < rows; i++) {
		char letter = from[i * count + pair];
		int diagonal = row[0];
		row[0] = i + 1;
		for (int j = 0; j < columns; j++) {
			int above = row[j + 1];
			row[j + 1] = min(min(above, row[j]) + 1, diagonal + (letter != to[j * count + pair]));
			diagonal = above;
		}
	}
	distances[pair] = row[columns];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int count = problem->size[0];
	compare<<<(count + 127) / 128, 128>>>((const char *)data[0], (const char *)data[1], (const int *)data[2], (const int *)data[3],
	                                      (int *)data[4], count);
	bench_finish();
}
