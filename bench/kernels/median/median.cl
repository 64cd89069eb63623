// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EXCHANGE(a, b) { int lower = min(a, b); b = max(a, b); a = lower; }

__kernel void median(__global const uchar *image, __global uchar *filtered, int width, int height)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (x >= width || y >= height)
		return;
	int v[9];
	for (int i = 0; i < 3; i++) {
		__global const uchar *row = image + min(max(y + i - 1, 0), height - 1) * width;
		v[3 * i] = row[max(x - 1, 0)];
		v[3 * i + 1] = row[x];
		v[3 * i + 2] = row[min(x + 1, width - 1)];
	}
	EXCHANGE(v[1], v[2]) EXCHANGE(v[4], v[5]) EXCHANGE(v[7], v[8])
	EXCHANGE(v[0], v[1]) EXCHANGE(v[3], v[4]) EXCHANGE(v[6], v[7])
	EXCHANGE(v[1], v[2]) EXCHANGE(v[4], v[5]) EXCHANGE(v[7], v[8])
	EXCHANGE(v[0], v[3]) EXCHANGE(v[5], v[8]) EXCHANGE(v[4], v[7])
	EXCHANGE(v[3], v[6]) EXCHANGE(v[1], v[4]) EXCHANGE(v[2], v[5])
	EXCHANGE(v[4], v[7]) EXCHANGE(v[4], v[2]) EXCHANGE(v[6], v[4])
	EXCHANGE(v[4], v[2])
	filtered[y * width + x] = v[4];
}
