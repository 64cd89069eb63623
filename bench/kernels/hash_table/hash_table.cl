// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

uint hash(uint x)
{
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

__kernel void look_up(__global const uint *keys, __global const uint2 *table, __global int *values, int count, uint slots)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	uint key = keys[i], slot = hash(key) & (slots - 1);
	int value = -1;
	while (true) {
		uint2 entry = table[slot];
		if (entry.x == key) {
			value = entry.y;
			break;
		}
		if (entry.x == 0)
			break;
		slot = (slot + 1) & (slots - 1);
	}
	values[i] = value;
}
