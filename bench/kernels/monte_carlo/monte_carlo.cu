// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int threads = 256;

struct generator {
	unsigned v[5], d;
};

__device__ unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

__device__ void seed(generator &state, unsigned number)
{
	for (int i = 0; i < 5; i++)
		state.v[i] = mix(number * 5 + i) | 1;
	state.d = 6615241;
}

// Of [0, 1).
__device__ float uniform(generator &state)
{
	unsigned t = state.v[0] ^ state.v[0] >> 2;
	for (int i = 0; i < 4; i++)
		state.v[i] = state.v[i + 1];
	state.v[4] = state.v[4] ^ state.v[4] << 4 ^ t ^ t << 1;
	state.d += 362437;
	return ((state.v[4] + state.d) >> 8) * (1.0f / (1 << 24));
}

__global__ void count_hits(int *hits, int samples, unsigned first)
{
	__shared__ int of_warps[threads / 32];
	generator state;
	seed(state, first + blockIdx.x * blockDim.x + threadIdx.x);
	int inside = 0;
	for (int i = 0; i < samples; i++) {
		float x = uniform(state), y = uniform(state);
		if (fmaf(x, x, y * y) < 1)
			inside++;
	}
	for (int distance = 16; distance > 0; distance /= 2)
		inside += __shfl_down_sync(~0u, inside, distance);
	if (threadIdx.x % 32 == 0)
		of_warps[threadIdx.x / 32] = inside;
	__syncthreads();
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int i = 0; i < threads / 32; i++)
			sum += of_warps[i];
		hits[blockIdx.x] = sum;
	}
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	count_hits<<<problem->size[0], threads>>>((int *)data[0], problem->size[1], problem->size[2]);
	bench_finish();
}
