// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BLOCK_SIZE 1024

int sum_of_block(int value, __local int *partial)
{
	int item = get_local_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	partial[item] = value;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int size = BLOCK_SIZE / 2; size > 0; size /= 2) {
		if (item < size)
			partial[item] += partial[item + size];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	return partial[0];
}

int sum_of_item(__global const int *numbers, int count)
{
	int sum = 0;
	for (int i = get_global_id(0); i < count; i += get_global_size(0))
		sum += numbers[i];
	return sum;
}

__kernel void sum(__global const int *numbers, int count, __global int *partial)
{
	__local int tree[BLOCK_SIZE];
	int sum = sum_of_block(sum_of_item(numbers, count), tree);
	if (get_local_id(0) == 0)
		partial[get_group_id(0)] = sum;
}

__kernel void sum_one_launch(__global const int *numbers, int count, volatile __global int *partial,
                             volatile __global int *counter, __global int *result)
{
	__local int tree[BLOCK_SIZE];
	__local int last;
	int sum = sum_of_block(sum_of_item(numbers, count), tree);
	if (get_local_id(0) == 0) {
		partial[get_group_id(0)] = sum;
		mem_fence(CLK_GLOBAL_MEM_FENCE);
		last = atomic_inc(counter) == (int)get_num_groups(0) - 1;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	// The same sum for all groups, so that no barrier lies in a branch.
	int value = last && get_local_id(0) < get_num_groups(0) ? partial[get_local_id(0)] : 0;
	sum = sum_of_block(value, tree);
	if (last && get_local_id(0) == 0) {
		*result = sum;
		*counter = 0;
	}
}
