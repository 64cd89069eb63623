// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define STEPS 512

struct option {
	float price, strike, up, weight_up, weight_down;
};

__kernel void price(__global const struct option *options, __global float *calls)
{
	__local float values[2][STEPS + 1];
	struct option mine = options[get_group_id(0)];
	int item = get_local_id(0);
	for (int i = item; i <= STEPS; i += get_local_size(0))
		values[0][i] = fmax(mine.price * exp(mine.up * (2 * i - STEPS)) - mine.strike, 0.0f);
	barrier(CLK_LOCAL_MEM_FENCE);
	__local float *now = values[0], *before = values[1];
	for (int step = STEPS; step > 0; step--) {
		for (int i = item; i < step; i += get_local_size(0))
			before[i] = mine.weight_up * now[i + 1] + mine.weight_down * now[i];
		barrier(CLK_LOCAL_MEM_FENCE);
		__local float *other = now;
		now = before;
		before = other;
	}
	if (item == 0)
		calls[get_group_id(0)] = now[0];
}
