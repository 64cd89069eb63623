// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__device__ float cumulative_normal(float d)
{
	const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
	float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	float tail = 0.39894228040143267794f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
	return d > 0 ? 1.0f - tail : tail;
}

__global__ void price(const float *prices, const float *strikes, const float *years, float *calls, float *puts,
                      int count, float rate, float volatility)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float price = prices[i], strike = strikes[i], time = years[i];
	float root = sqrtf(time);
	float d1 = (logf(price / strike) + (rate + 0.5f * volatility * volatility) * time) / (volatility * root);
	float d2 = d1 - volatility * root;
	float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2), discount = expf(-rate * time);
	calls[i] = price * n1 - strike * discount * n2;
	puts[i] = strike * discount * (1.0f - n2) - price * (1.0f - n1);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int count = problem->size[0];
	price<<<(count + 127) / 128, 128>>>((const float *)data[0], (const float *)data[1], (const float *)data[2],
	                                    (float *)data[3], (float *)data[4], count, 0.02f, 0.30f);
	bench_finish();
}
