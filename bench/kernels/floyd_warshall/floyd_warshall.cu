// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__global__ void relax(int *distances, int via, int size)
{
	int to = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * blockDim.y + threadIdx.y;
	if (to >= size || from >= size)
		return;
	int around = distances[from * size + via] + distances[via * size + to];
	if (around < distances[from * size + to])
		distances[from * size + to] = around;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int size = problem->size[0];
	for (int via = 0; via < size; via++)
		relax<<<dim3((size + 31) / 32, (size + 7) / 8), dim3(32, 8)>>>((int *)data[0], via, size);
	bench_finish();
}
