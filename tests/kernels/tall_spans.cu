// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrow grids of many rows of blocks, in kernels that ask for y as one number of the whole grid, where blocks one above the other may run
// as one (gang_tall.c): with blockDim.y and with a number in its place, also where blocks have another y than that; and in kernels that ask
// for more and must be told each block's own.
#include "kernels/kernel_test.h"

static const dim3 blocks_of[] = { dim3(32, 8), dim3(32, 4), dim3(64, 1), dim3(32, 32), dim3(16, 3), dim3(32, 8, 2), dim3(8, 5, 3) };
static const dim3 grids[] = { dim3(1, 300), dim3(2, 31), dim3(5, 7), dim3(3, 9, 3), dim3(1, 1), dim3(40, 2) };

// Layer by layer, as stencils go, with what a thread hands on.
__global__ void layers(const int *in, int *out, int width, int height, int depth)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width - 1 || y == 0 || y >= height - 1 || blockIdx.z + threadIdx.z > 0)
		return;
	int i = y * width + x, layer = width * height, below = in[i];
	for (int z = 1; z < depth; z++) {
		i += layer;
		int here = in[i];
		out[i] = 3 * below + here + in[i + 1] - in[i - width] + 2 * in[i + width];
		below = here;
	}
}

// Rows of eight threads, so blocks of another y do some rows twice, or leave some out.
__global__ void eights(int *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = 1 + threadIdx.y + blockIdx.y * 8;
	if (x < width && y < height && blockIdx.z + threadIdx.z == 0)
		out[y * width + x] = x + 7 * y;
}

__global__ void wide(int *out, size_t width, size_t height)
{
	size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x, y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
	size_t z = (size_t)blockIdx.z * blockDim.z + threadIdx.z;
	if (x < width && y < height)
		out[(z * height + y) * width + x] = (int)(x - y + 3 * z);
}

// All rows that are a grid's height apart.
__global__ void strided(int *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
		if (x < width && blockIdx.z + threadIdx.z == 0)
			out[y * width + x] = x * y;
}

// Asks for each of them.
__global__ void apart(int *out, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (blockIdx.z + threadIdx.z == 0)
		out[y * width + x] = threadIdx.y + 100 * blockIdx.y;
}

// Blocks that overlap by two rows.
__global__ void overlapping(int *out, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * (blockDim.y - 2) + threadIdx.y;
	if (blockDim.y > 2 && blockIdx.z + threadIdx.z == 0)
		out[y * width + x] = x - 5 * y;
}

static void test(dim3 grid, dim3 block)
{
	const int width = (int)(grid.x * block.x), height = (int)(grid.y * block.y), depth = (int)(grid.z * block.z), layer = width * height;
	const int some = width - 5, empty = (int)0xcdcdcdcd, count = (depth > 6 ? depth : 6) * (layer + width);
	auto value = [](int i) { return (int)((unsigned)i * 2654435761u >> 12); };
	{
		Buffer<int> in(count), out(count);
		in.fill(value);
		layers<<<grid, block>>>(in.device, out.device, width, height, 6);
		out.expect([&](int i) {
			int x = i % width, y = i / width % height, z = i / layer;
			bool inside = x < width - 1 && y > 0 && y < height - 1 && z > 0 && z < 6;
			return !inside ? empty : 3 * value(i - layer) + value(i) + value(i + 1) - value(i - width) + 2 * value(i + width);
		});
	}
	{
		Buffer<int> out(count);
		eights<<<grid, block>>>(out.device, width, height);
		out.expect([&](int i) {
			int x = i % width, y = i / width, up = (int)block.y;
			bool done = y > 0 && y < height && (y - 1) / 8 < (int)grid.y && (y - 1) % 8 < up;
			for (int b = 0; up > 8 && b < (int)grid.y; b++)
				done |= y < height && y - 1 - 8 * b >= 0 && y - 1 - 8 * b < up;
			return done ? x + 7 * y : empty;
		});
	}
	{
		Buffer<int> out(count);
		wide<<<grid, block>>>(out.device, (size_t)some, (size_t)height);
		out.expect([&](int i) {
			int x = i % some, y = i / some % height, z = i / some / height;
			return some > 0 && z < depth ? x - y + 3 * z : empty;
		});
	}
	{
		Buffer<int> out(count);
		strided<<<grid, block>>>(out.device, width, 2 * height + 1);
		out.expect([&](int i) { return i / width < 2 * height + 1 ? i % width * (i / width) : empty; });
	}
	{
		Buffer<int> out(count);
		apart<<<grid, block>>>(out.device, width);
		out.expect([&](int i) {
			int y = i / width, up = (int)block.y;
			return y < height ? y % up + 100 * (y / up) : empty;
		});
	}
	{
		Buffer<int> out(count);
		overlapping<<<grid, block>>>(out.device, width);
		out.expect([&](int i) {
			int x = i % width, y = i / width, up = (int)block.y;
			return up > 2 && y < (up - 2) * ((int)grid.y - 1) + up ? x - 5 * y : empty;
		});
	}
}

int main()
{
	for (dim3 grid : grids)
		for (dim3 block : blocks_of)
			test(grid, block);
	return unit_finish();
}
