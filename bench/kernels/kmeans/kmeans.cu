// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int centre_count = 32, coordinates = 8;

// Coordinates one after another: points[k * count + i].
__global__ void assign(const float *points, const float *all_centres, float *distances, int *nearest, int *sizes, int count)
{
	__shared__ float centres[centre_count][coordinates];
	__shared__ int mine[centre_count];
	if (threadIdx.x < centre_count)
		mine[threadIdx.x] = 0;
	for (int i = threadIdx.x; i < centre_count * coordinates; i += blockDim.x)
		centres[i / coordinates][i % coordinates] = all_centres[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count) {
		float point[coordinates], least = 3.4e38f;
		int best = 0;
		for (int k = 0; k < coordinates; k++)
			point[k] = points[k * count + i];
		for (int c = 0; c < centre_count; c++) {
			float distance = 0;
			for (int k = 0; k < coordinates; k++)
				distance += (point[k] - centres[c][k]) * (point[k] - centres[c][k]);
			if (distance < least) {
				least = distance;
				best = c;
			}
		}
		distances[i] = least;
		nearest[i] = best;
		atomicAdd(&mine[best], 1);
	}
	__syncthreads();
	if (threadIdx.x < centre_count)
		atomicAdd(&sizes[threadIdx.x], mine[threadIdx.x]);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int count = problem->size[0];
	CHECKED(cudaMemsetAsync(data[4], 0, centre_count * sizeof(int)));
	assign<<<(count + 255) / 256, 256>>>((const float *)data[0], (const float *)data[1], (float *)data[2],
	                                     (int *)data[3], (int *)data[4], count);
	bench_finish();
}
