// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paeth's network: 19 exchanges leave the median in the middle.
#include "peer_cuda.h"

__device__ void exchange(int &a, int &b)
{
	int lower = min(a, b);
	b = max(a, b);
	a = lower;
}

__global__ void median(const unsigned char *image, unsigned char *filtered, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	int v[9];
#pragma unroll
	for (int i = 0; i < 3; i++) {
		const unsigned char *row = image + min(max(y + i - 1, 0), height - 1) * width;
		v[3 * i] = row[max(x - 1, 0)];
		v[3 * i + 1] = row[x];
		v[3 * i + 2] = row[min(x + 1, width - 1)];
	}
	exchange(v[1], v[2]), exchange(v[4], v[5]), exchange(v[7], v[8]);
	exchange(v[0], v[1]), exchange(v[3], v[4]), exchange(v[6], v[7]);
	exchange(v[1], v[2]), exchange(v[4], v[5]), exchange(v[7], v[8]);
	exchange(v[0], v[3]), exchange(v[5], v[8]), exchange(v[4], v[7]);
	exchange(v[3], v[6]), exchange(v[1], v[4]), exchange(v[2], v[5]);
	exchange(v[4], v[7]), exchange(v[4], v[2]), exchange(v[6], v[4]);
	exchange(v[4], v[2]);
	filtered[y * width + x] = v[4];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int width = problem->size[0], height = problem->size[1];
	median<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>((const unsigned char *)data[0], (unsigned char *)data[1],
	                                                                  width, height);
	bench_finish();
}
