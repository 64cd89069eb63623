// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BINS 256

__kernel void histogram(__global const uint *words, int count, volatile __global uint *totals)
{
	volatile __local uint mine[BINS];
	for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
		mine[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
		uint word = words[i];
		atomic_inc(&mine[word & 255]);
		atomic_inc(&mine[word >> 8 & 255]);
		atomic_inc(&mine[word >> 16 & 255]);
		atomic_inc(&mine[word >> 24]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
		atomic_add(&totals[i], mine[i]);
}
