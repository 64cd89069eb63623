// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define KEYS 1024
#define ITEMS (KEYS / 2)

__kernel void sort(__global const int *from, __global int *to)
{
	__local int mine[KEYS];
	int item = get_local_id(0), first = get_group_id(0) * KEYS;
	mine[item] = from[first + item];
	mine[item + ITEMS] = from[first + item + ITEMS];
	for (int size = 2; size <= KEYS; size *= 2)
		for (int distance = size / 2; distance > 0; distance /= 2) {
			barrier(CLK_LOCAL_MEM_FENCE);
			int place = 2 * item - (item & (distance - 1));
			int a = mine[place], b = mine[place + distance];
			int down = size < KEYS && (place & size) != 0;
			if ((a > b) != down) {
				mine[place] = b;
				mine[place + distance] = a;
			}
		}
	barrier(CLK_LOCAL_MEM_FENCE);
	to[first + item] = mine[item];
	to[first + item + ITEMS] = mine[item + ITEMS];
}
