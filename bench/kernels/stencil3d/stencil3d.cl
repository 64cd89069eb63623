// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void heat_step(__global const float *old, __global float *next, int size)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (x == 0 || x >= size - 1 || y == 0 || y >= size - 1)
		return;
	int layer = size * size, i = y * size + x;
	float below = old[i], here = old[i + layer];
	for (int z = 1; z < size - 1; z++) {
		i += layer;
		float above = old[i + layer];
		next[i] = 0.4f * here + 0.1f * (below + above + old[i - 1] + old[i + 1] + old[i - size] + old[i + size]);
		below = here;
		here = above;
	}
}
