// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int points = 1024, threads = points / 4;

__device__ float2 plus(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 minus(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__global__ void transform(const float2 *input, float2 *output, const float2 *roots)
{
	__shared__ float2 buffer[points];
	int thread = threadIdx.x;
	const float2 *from = input + blockIdx.x * points;
	float2 v[4];
	for (int i = 0; i < 4; i++)
		v[i] = from[thread + i * threads];
	for (int done = 1; done < points; done *= 4) {
		int k = thread & (done - 1), turn = k * (threads / done);
		for (int i = 1; i < 4; i++)
			v[i] = times(v[i], roots[i * turn]);
		float2 a = plus(v[0], v[2]), b = minus(v[0], v[2]), c = plus(v[1], v[3]), d = minus(v[1], v[3]);
		d = make_float2(d.y, -d.x); // times -i
		int place = (thread - k) * 4 + k;
		buffer[place] = plus(a, c);
		buffer[place + done] = plus(b, d);
		buffer[place + 2 * done] = minus(a, c);
		buffer[place + 3 * done] = minus(b, d);
		__syncthreads();
		for (int i = 0; i < 4; i++)
			v[i] = buffer[thread + i * threads];
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		output[blockIdx.x * points + thread + i * threads] = v[i];
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	transform<<<problem->size[0], threads>>>((const float2 *)data[0], (float2 *)data[1], (const float2 *)data[2]);
	bench_finish();
}
