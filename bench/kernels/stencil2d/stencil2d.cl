// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void heat_step(__global const float *old, __global float *next, int size)
{
	int x = get_global_id(0), y = get_global_id(1);
	int i = y * size + x;
	if (x > 0 && x < size - 1 && y > 0 && y < size - 1)
		next[i] = 0.5f * old[i] + 0.125f * (old[i - 1] + old[i + 1] + old[i - size] + old[i + size]);
	else if (x < size && y < size)
		next[i] = old[i];
}
