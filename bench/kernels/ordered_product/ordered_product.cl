// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BLOCK_SIZE 256

// (a b; c d) in one uint4
uint4 times(uint4 x, uint4 y)
{
	return (uint4)(x.s0 * y.s0 + x.s1 * y.s2, x.s0 * y.s1 + x.s1 * y.s3, x.s2 * y.s0 + x.s3 * y.s2,
	               x.s2 * y.s1 + x.s3 * y.s3);
}

__kernel void product(__global const uint4 *all, int count, __global uint4 *results)
{
	__local uint4 partial[2 * BLOCK_SIZE];
	const uint4 one = (uint4)(1, 0, 0, 1);
	int item = get_local_id(0), groups = get_num_groups(0), group = get_group_id(0);
	int section = count / groups, first = section * group, here = group == groups - 1 ? count - first : section;
	__global const uint4 *items = all + first;
	partial[item] = item < here ? items[item] : one;
	for (int offset = BLOCK_SIZE; offset < here; offset += BLOCK_SIZE) {
		int i = item + offset;
		partial[item + BLOCK_SIZE] = i < here ? items[i] : one;
		barrier(CLK_LOCAL_MEM_FENCE);
		uint4 product = times(partial[2 * item], partial[2 * item + 1]);
		barrier(CLK_LOCAL_MEM_FENCE);
		partial[item] = product;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
		int i = item * stride * 2;
		if (i + stride < BLOCK_SIZE)
			partial[i] = times(partial[i], partial[i + stride]);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (item == 0)
		results[group] = partial[0];
}
