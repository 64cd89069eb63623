// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void collatz(__global const uint *numbers, __global int *lengths, int count)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	ulong n = numbers[i];
	int steps = 0;
	while (n != 1) {
		n = n % 2 == 0 ? n / 2 : 3 * n + 1;
		steps++;
	}
	lengths[i] = steps;
}
