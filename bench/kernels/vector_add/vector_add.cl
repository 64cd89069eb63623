// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void add(__global const float *a, __global const float *b, __global float *c, int count)
{
	int i = get_global_id(0);
	if (i < count)
		c[i] = a[i] + b[i];
}

__kernel void add_strided(__global const float *a, __global const float *b, __global float *c, int count)
{
	for (int i = get_global_id(0); i < count; i += get_global_size(0))
		c[i] = a[i] + b[i];
}
