// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define THREADS 256

// Without warp operations: a tree in local memory.
__kernel void softmax(__global const float4 *input, __global float4 *output)
{
	__local float all[THREADS];
	int item = get_local_id(0);
	float4 x = input[get_global_id(0)];
	all[item] = fmax(fmax(x.x, x.y), fmax(x.z, x.w));
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int distance = THREADS / 2; distance > 0; distance /= 2) {
		if (item < distance)
			all[item] = fmax(all[item], all[item + distance]);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	float largest = all[0];
	barrier(CLK_LOCAL_MEM_FENCE);
	x = exp(x - largest);
	all[item] = x.x + x.y + x.z + x.w;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int distance = THREADS / 2; distance > 0; distance /= 2) {
		if (item < distance)
			all[item] += all[item + distance];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	output[get_global_id(0)] = x * (1 / all[0]);
}
