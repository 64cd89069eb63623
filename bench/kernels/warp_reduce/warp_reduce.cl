// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 1.2 promises no lanes in step, so each step of a tree has its barrier.
#define LANES 32
#define PER_THREAD 16

void tree(__local int *values, int lane)
{
	for (int size = 16; size > 0; size /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane < size)
			values[lane] += values[lane + size];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void guarded(__global const int *input, __global int *output)
{
	__local int values[256];
	int i = get_global_id(0), item = get_local_id(0), lane = item % LANES;
	__local int *mine = values + item - lane;
	int square = input[i] * input[i];
	mine[lane] = square;
	tree(mine, lane);
	output[i] = square * LANES - mine[0];
}

__kernel void ordered(__global const int *input, __global int *output)
{
	__local int values[256];
	int i = get_global_id(0), item = get_local_id(0), lane = item % LANES;
	__local int *mine = values + item - lane;
	int square = input[i] * input[i];
	mine[lane] = square;
	for (int stride = 1; stride < LANES; stride *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane % (2 * stride) == 0)
			mine[lane] += mine[lane + stride];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	output[i] = square * LANES - mine[0];
}

__kernel void block(__global const int *input, __global int *output)
{
	__local int values[1024];
	int item = get_local_id(0), size = get_local_size(0), sum = 0;
	__global const int *mine = input + get_group_id(0) * size * PER_THREAD;
	for (int i = 0; i < PER_THREAD; i++)
		sum += mine[i * size + item];
	values[item] = sum;
	tree(values + item / LANES * LANES, item % LANES);
	int part = item * LANES < size ? values[item * LANES] : 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (item < LANES)
		values[item] = part;
	tree(values, item);
	if (item == 0)
		output[get_group_id(0)] = values[0];
}
