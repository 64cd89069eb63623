// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define THREADS 256

int scan_of_block(int value, __local int *sums)
{
	int item = get_local_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	sums[item] = value;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int distance = 1; distance < THREADS; distance *= 2) {
		int before = item >= distance ? sums[item - distance] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		sums[item] += before;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	return sums[item];
}

__kernel void scan_blocks(__global const int4 *input, __global int4 *output, __global int *sums)
{
	__local int tree[THREADS];
	int i = get_global_id(0);
	int4 values = input[i];
	values.y += values.x;
	values.z += values.y;
	values.w += values.z;
	int up_to = scan_of_block(values.w, tree);
	output[i] = values + (up_to - values.w);
	if (get_local_id(0) == THREADS - 1)
		sums[get_group_id(0)] = up_to;
}

__kernel void scan_sums(__global int *sums, int count)
{
	__local int tree[THREADS];
	__local int last;
	int carry = 0;
	for (int first = 0; first < count; first += THREADS) {
		int i = first + get_local_id(0);
		int up_to = carry + scan_of_block(i < count ? sums[i] : 0, tree);
		if (i < count)
			sums[i] = up_to;
		if (get_local_id(0) == THREADS - 1)
			last = up_to;
		barrier(CLK_LOCAL_MEM_FENCE);
		carry = last;
	}
}

__kernel void add_sums(__global int4 *output, __global const int *sums)
{
	if (get_group_id(0) > 0)
		output[get_global_id(0)] += sums[get_group_id(0) - 1];
}
