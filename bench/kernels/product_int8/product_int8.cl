// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TILE 64
#define DEPTH 16
#define SIDE 16
#define EACH (TILE / SIDE)

int sum_of_products(char4 a, char4 b, int sum) { return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__kernel void product(__global const char4 *a, __global const char4 *b, __global int *c, int size)
{
	__local char4 a_tile[TILE][DEPTH + 1], b_tile[TILE][DEPTH + 1];
	int words = size / 4, x = get_local_id(0), y = get_local_id(1), sums[EACH][EACH] = { { 0 } };
	a += get_group_id(1) * TILE * words;
	b += get_group_id(0) * TILE * words;
	for (int first = 0; first < words; first += DEPTH) {
		for (int i = y; i < TILE; i += SIDE) {
			a_tile[i][x] = a[i * words + first + x];
			b_tile[i][x] = b[i * words + first + x];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < DEPTH; k++) {
			char4 left[EACH], right[EACH];
			for (int i = 0; i < EACH; i++) {
				left[i] = a_tile[y + i * SIDE][k];
				right[i] = b_tile[x + i * SIDE][k];
			}
			for (int i = 0; i < EACH; i++)
				for (int j = 0; j < EACH; j++)
					sums[i][j] = sum_of_products(left[i], right[j], sums[i][j]);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j++)
			c[(get_group_id(1) * TILE + y + i * SIDE) * size + get_group_id(0) * TILE + x + j * SIDE] = sums[i][j];
}
