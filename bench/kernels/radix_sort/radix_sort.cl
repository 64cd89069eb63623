// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define THREADS 256
#define DIGITS 16

__kernel void count_digits(__global const uint *keys, int shift, __global int *counts)
{
	volatile __local int mine[DIGITS];
	int item = get_local_id(0);
	if (item < DIGITS)
		mine[item] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_inc(&mine[keys[get_global_id(0)] >> shift & (DIGITS - 1)]);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (item < DIGITS)
		counts[item * get_num_groups(0) + get_group_id(0)] = mine[item];
}

__kernel void scan_counts(__global int *counts, int count)
{
	__local int sums[THREADS];
	int item = get_local_id(0), each = count / THREADS, sum = 0;
	__global int *mine = counts + item * each;
	for (int i = 0; i < each; i++)
		sum += mine[i];
	sums[item] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int distance = 1; distance < THREADS; distance *= 2) {
		int before = item >= distance ? sums[item - distance] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		sums[item] += before;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	int before = sums[item] - sum;
	for (int i = 0; i < each; i++) {
		int here = mine[i];
		mine[i] = before;
		before += here;
	}
}

// Without warp operations each item counts the equal digits before it in its group.
__kernel void scatter(__global const uint *keys, __global uint *sorted, int shift, __global const int *places)
{
	__local uchar all[THREADS];
	int item = get_local_id(0), rank = 0;
	uint key = keys[get_global_id(0)];
	int digit = key >> shift & (DIGITS - 1);
	all[item] = digit;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 0; i < item; i++)
		rank += all[i] == digit;
	sorted[places[digit * get_num_groups(0) + get_group_id(0)] + rank] = key;
}
