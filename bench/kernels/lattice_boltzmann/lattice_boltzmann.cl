// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define omega 1.2f

__kernel void advance(__global const float *from, __global float *to, __global const int *solid, int width, int height)
{
	int x = get_global_id(0), y = get_global_id(1), cells = width * height;
	if (x >= width || y >= height)
		return;
	int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
	int above = (y == 0 ? height - 1 : y - 1) * width, below = (y == height - 1 ? 0 : y + 1) * width, row = y * width, here = row + x;
	float f0 = from[here], f1 = from[cells + row + left], f2 = from[2 * cells + above + x];
	float f3 = from[3 * cells + row + right], f4 = from[4 * cells + below + x], f5 = from[5 * cells + above + left];
	float f6 = from[6 * cells + above + right], f7 = from[7 * cells + below + right], f8 = from[8 * cells + below + left];
	to += here;
	if (solid[here]) {
		to[0] = f0;
		to[cells] = f3;
		to[2 * cells] = f4;
		to[3 * cells] = f1;
		to[4 * cells] = f2;
		to[5 * cells] = f7;
		to[6 * cells] = f8;
		to[7 * cells] = f5;
		to[8 * cells] = f6;
		return;
	}
	float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
	float u = (f1 + f5 + f8 - f3 - f6 - f7) / density, v = (f2 + f5 + f6 - f4 - f7 - f8) / density;
	float rest = 1 - 1.5f * (u * u + v * v), axis = density / 9, corner = density / 36;
	to[0] = f0 + omega * (4 * axis * rest - f0);
	to[cells] = f1 + omega * (axis * (rest + 3 * u + 4.5f * u * u) - f1);
	to[2 * cells] = f2 + omega * (axis * (rest + 3 * v + 4.5f * v * v) - f2);
	to[3 * cells] = f3 + omega * (axis * (rest - 3 * u + 4.5f * u * u) - f3);
	to[4 * cells] = f4 + omega * (axis * (rest - 3 * v + 4.5f * v * v) - f4);
	to[5 * cells] = f5 + omega * (corner * (rest + 3 * (u + v) + 4.5f * (u + v) * (u + v)) - f5);
	to[6 * cells] = f6 + omega * (corner * (rest + 3 * (v - u) + 4.5f * (v - u) * (v - u)) - f6);
	to[7 * cells] = f7 + omega * (corner * (rest - 3 * (u + v) + 4.5f * (u + v) * (u + v)) - f7);
	to[8 * cells] = f8 + omega * (corner * (rest + 3 * (u - v) + 4.5f * (u - v) * (u - v)) - f8);
}
