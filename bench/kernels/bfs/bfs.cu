// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__global__ void visit(const int *starts, const int *edges, int *levels, int *found, int level, int vertices)
{
	int vertex = blockIdx.x * blockDim.x + threadIdx.x;
	if (vertex >= vertices || levels[vertex] != level)
		return;
	for (int k = starts[vertex]; k < starts[vertex + 1]; k++) {
		int next = edges[k];
		if (levels[next] < 0) {
			levels[next] = level + 1; // whoever else writes it writes the same
			*found = 1;
		}
	}
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int vertices = problem->size[0], found = 1;
	for (int level = 0; found; level++) {
		CHECKED(cudaMemsetAsync(data[3], 0, sizeof(int)));
		visit<<<(vertices + 255) / 256, 256>>>((const int *)data[0], (const int *)data[1], (int *)data[2],
		                                       (int *)data[3], level, vertices);
		CHECKED(cudaMemcpy(&found, data[3], sizeof(int), cudaMemcpyDeviceToHost));
	}
	bench_finish();
}
