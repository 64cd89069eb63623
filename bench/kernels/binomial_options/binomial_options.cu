// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int steps = 512, threads = 256;

struct option {
	float price, strike, up, weight_up, weight_down;
};

__global__ void price(const option *options, float *calls)
{
	__shared__ float values[2][steps + 1];
	option mine = options[blockIdx.x];
	for (int i = threadIdx.x; i <= steps; i += blockDim.x)
		values[0][i] = fmaxf(mine.price * expf(mine.up * (2 * i - steps)) - mine.strike, 0);
	__syncthreads();
	float *now = values[0], *before = values[1];
	for (int step = steps; step > 0; step--) {
		for (int i = threadIdx.x; i < step; i += blockDim.x)
			before[i] = mine.weight_up * now[i + 1] + mine.weight_down * now[i];
		__syncthreads();
		float *other = now;
		now = before;
		before = other;
	}
	if (threadIdx.x == 0)
		calls[blockIdx.x] = now[0];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	price<<<problem->size[0], threads>>>((const option *)data[0], (float *)data[1]);
	bench_finish();
}
