// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards that are full for some gangs, partly for others and for none: upper and lower ends, both with an else, signed and
// unsigned numbers, and ones that wrap between two lanes.
#include "kernel_test.h"

__global__ void upper(int *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	int here = out[y * width + x], other = out[x] + y;
	if (other < here)
		out[y * width + x] = other;
}

__global__ void inner(const int *in, int *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * width + x;
	if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
		out[i] = in[i - 1] + 2 * in[i + 1] + 3 * in[i - width] + 4 * in[i + width];
	else if (x < width && y < height)
		out[i] = -in[i];
}

// The number goes up by one from lane to lane and wraps somewhere.
__global__ void wrapping(int *out, int first, int low, int high, unsigned most)
{
	int i = threadIdx.x, number = (int)((unsigned)first + (unsigned)i), seen = 0;
	if (number < high)
		seen = out[i] + 1;
	out[i] = seen;
	if (number >= low)
		out[i] += 2;
	if ((unsigned)number <= most)
		out[i] += 4;
	if ((unsigned)number > most / 2)
		out[i] += 8;
}

static int value(int i) { return (i * 7919 + 13) % 1009 - 300; }

static void test_planes(int width, int height)
{
	int count = width * height;
	Buffer<int> plane(count), result(count);
	int *in = (int *)malloc(count * sizeof(int));
	for (int i = 0; i < count; i++)
		in[i] = value(i);
	dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
	CALL(cudaMemcpy(plane.device, in, count * sizeof(int), cudaMemcpyDefault));
	inner<<<grid, block>>>(plane.device, result.device, width, height);
	result.expect([&](int i) {
		int x = i % width, y = i / width;
		bool inside = x > 0 && x < width - 1 && y > 0 && y < height - 1;
		return inside ? in[i - 1] + 2 * in[i + 1] + 3 * in[i - width] + 4 * in[i + width] : -in[i];
	});
	// The first row doesn't change: each is at most itself plus 0.
	upper<<<grid, block>>>(plane.device, width, height);
	plane.expect([&](int i) {
		int other = in[i % width] + i / width;
		return other < in[i] ? other : in[i];
	});
	free(in);
}

static void test_wrapping(int first, int low, int high, unsigned most)
{
	enum { THREADS = 96 };
	Buffer<int> out(THREADS);
	CALL(cudaMemset(out.device, 0, THREADS * sizeof(int)));
	wrapping<<<1, THREADS>>>(out.device, first, low, high, most);
	out.expect([&](int i) {
		int number = (int)((unsigned)first + (unsigned)i);
		return (number < high) + 2 * (number >= low) + 4 * ((unsigned)number <= most) + 8 * ((unsigned)number > most / 2);
	});
}

int main()
{
	for (int width : { 1, 15, 16, 17, 31, 32, 33, 48, 95, 128 })
		for (int height : { 1, 2, 8, 9, 20 })
			test_planes(width, height);
	for (int first : { 0, 1, -50, 40, 0x7fffffff - 40, (int)0x80000000, (int)0x80000000 + 7, -1, 0x7fffffff })
		for (int low : { 0, 20, -20, 0x7fffffff - 10, (int)0x80000000 })
			for (int high : { 48, 0, 0x7fffffff, (int)0x80000010, (int)0x80000000, 1000 })
				for (unsigned most : { 0u, 63u, 0x7fffffffu, 0x80000010u, 0xffffffffu })
					test_wrapping(first, low, high, most);
	return unit_finish();
}
