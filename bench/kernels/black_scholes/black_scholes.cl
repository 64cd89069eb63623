// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

float cumulative_normal(float d)
{
	const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
	float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
	float tail = 0.39894228040143267794f * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
	return d > 0 ? 1.0f - tail : tail;
}

__kernel void price(__global const float *prices, __global const float *strikes, __global const float *years,
                    __global float *calls, __global float *puts, int count, float rate, float volatility)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	float price = prices[i], strike = strikes[i], time = years[i];
	float root = sqrt(time);
	float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * time) / (volatility * root);
	float d2 = d1 - volatility * root;
	float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2), discount = exp(-rate * time);
	calls[i] = price * n1 - strike * discount * n2;
	puts[i] = strike * discount * (1.0f - n2) - price * (1.0f - n1);
}
