// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LETTERS 32

__kernel void compare(__global const char *from, __global const char *to, __global const int *from_lengths, __global const int *to_lengths,
                      __global int *distances, int count)
{
	int pair = get_global_id(0);
	if (pair >= count)
		return;
	int rows = from_lengths[pair], columns = to_lengths[pair], row[LETTERS + 1];
	for (int j = 0; j <= columns; j++)
		row[j] = j;
	for (int i = 0; i < rows; i++) {
		char letter = from[i * count + pair];
		int diagonal = row[0];
		row[0] = i + 1;
		for (int j = 0; j < columns; j++) {
			int above = row[j + 1];
			row[j + 1] = min(min(above, row[j]) + 1, diagonal + (letter != to[j * count + pair]));
			diagonal = above;
		}
	}
	distances[pair] = row[columns];
}
