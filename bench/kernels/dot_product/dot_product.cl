// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BLOCK_SIZE 128

__kernel void dot_product(__global const float *a, __global const float *b, __global float *sums, int count)
{
	__local float products[BLOCK_SIZE];
	int item = get_local_id(0);
	float sum = 0;
	for (int i = get_global_id(0); i < count; i += get_global_size(0))
		sum += a[i] * b[i];
	products[item] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = BLOCK_SIZE / 2; i != 0; i /= 2) {
		if (item < i)
			products[item] += products[item + i];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (item == 0)
		sums[get_group_id(0)] = products[0];
}
