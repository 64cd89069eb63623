// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__global__ void add_one_block(const float *a, const float *b, float *c, int count)
{
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		c[i] = a[i] + b[i];
}

__global__ void add_many_blocks(const float *a, const float *b, float *c, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		c[i] = a[i] + b[i];
}

__global__ void add_grid_stride(const float *a, const float *b, float *c, int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		c[i] = a[i] + b[i];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	const float *a = (const float *)data[0], *b = (const float *)data[1];
	float *c = (float *)data[2];
	int count = problem->size[0];
	if (problem->which == 0)
		add_one_block<<<1, 1024>>>(a, b, c, count);
	else if (problem->which == 1)
		add_many_blocks<<<(count + 255) / 256, 256>>>(a, b, c, count);
	else
		add_grid_stride<<<256, 256>>>(a, b, c, count);
	bench_finish();
}
