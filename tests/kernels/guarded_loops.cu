// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that only some threads come to, by one way or several, and that leap through memory: columns and layers.
#include "kernels/kernel_test.h"

static const int width = 77, height = 53, steps = 71; // no multiples of a gang, a strip or a block

__global__ void columns(const int *in, int *out, int w, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	int sum = in[x] * 3;
	for (int i = 1; i < n; i++)
		sum = sum * 5 + in[i * w + x];
	out[x] = sum;
}

// Ways around: by the guard, by a second one behind a load, by a bound that leaves no turn; work on each.
__global__ void ways(const int *in, int *out, int w, int n, int bound)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, result = -1;
	if (x < w && y < n) {
		int first = in[y * w + x];
		result = first;
		if (first % 3 == 0) {
			result = first / 2;
		} else if (y > 2) {
			int before = in[(y - 1) * w + x], other = first ^ before;
			for (int i = 0; i < bound; i++) {
				int here = in[i * w + x];
				result += here * (before - i);
				before = here;
			}
			result += before + other;
		} else {
			result += 7;
		}
		out[y * w + x] = result;
	} else if (x < 2 * w && y < n) {
		out[n * w + y * w + x - w] = x - y;
	}
}

// Within a loop of all threads, with a continue around and a break behind it.
__global__ void again(const int *in, int *out, int w, int n, int times)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, total = 0;
	for (int t = 0; t < times; t++) {
		if ((x + t) % 40 < 17)
			continue;
		int part = t;
		for (int i = 0; i < n; i++)
			part += in[(i * w + x) % (w * n)] >> t;
		if (part % 64 == 5)
			break;
		total += part;
	}
	out[x] = total;
}

// Three-point layers, as a stencil goes through a volume.
__global__ void layers(const float *old, float *next, int w, int h, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x == 0 || x >= w - 1 || y == 0 || y >= h - 1)
		return;
	int layer = w * h, i = y * w + x;
	float below = old[i], here = old[i + layer];
	for (int z = 1; z < n - 1; z++) {
		i += layer;
		float above = old[i + layer];
		next[i] = here * 2 - (below + above) + old[i - 1] * old[i + w];
		below = here;
		here = above;
	}
}

static int value(int i) { return (int)((unsigned)i * 2654435761u >> 22); }

static int ways_of(int x, int y, int bound)
{
	int first = value(y * width + x), result = first;
	if (first % 3 == 0)
		return first / 2;
	if (y <= 2)
		return result + 7;
	int before = value((y - 1) * width + x), other = first ^ before;
	for (int i = 0; i < bound; i++) {
		result += value(i * width + x) * (before - i);
		before = value(i * width + x);
	}
	return result + before + other;
}

static int again_of(int x, int times)
{
	int total = 0;
	for (int t = 0; t < times; t++) {
		if ((x + t) % 40 < 17)
			continue;
		int part = t;
		for (int i = 0; i < steps; i++)
			part += value((i * width + x) % (width * steps)) >> t;
		if (part % 64 == 5)
			break;
		total += part;
	}
	return total;
}

static void test_columns(int block, Buffer<int> &in)
{
	for (int n : { 1, 2, 5, steps }) {
		Buffer<int> out(width);
		columns<<<(width + block - 1) / block, block>>>(in.device, out.device, width, n);
		out.expect([&](int x) {
			unsigned sum = value(x) * 3;
			for (int i = 1; i < n; i++)
				sum = sum * 5 + value(i * width + x);
			return (int)sum;
		});
	}
}

static void test_ways(dim3 block, Buffer<int> &in)
{
	dim3 grid((2 * width + block.x - 1) / block.x, (height + block.y) / block.y);
	for (int bound : { 0, 1, 9, height }) {
		Buffer<int> out(2 * width * height);
		ways<<<grid, block>>>(in.device, out.device, width, height, bound);
		out.expect([&](int i) {
			int x = i % width, y = i / width;
			return y < height ? ways_of(x, y, bound) : x + width - (y - height);
		});
	}
}

static void test_again(int block, Buffer<int> &in)
{
	Buffer<int> out(6 * block);
	again<<<6, block>>>(in.device, out.device, width, steps, 6);
	out.expect([&](int x) { return again_of(x, 6); });
}

static void test_layers(dim3 block)
{
	const int depth = 11, layer = width * height;
	Buffer<float> old(layer * depth), next(layer * depth);
	old.fill([](int i) { return (float)(value(i) % 100); });
	next.fill([](int) { return -1.0f; });
	layers<<<dim3((width + block.x) / block.x, (height + block.y) / block.y), block>>>(old.device, next.device, width, height, depth);
	auto at = [&](int i) { return (float)(value(i) % 100); };
	next.expect([&](int i) {
		int x = i % width, y = i / width % height, z = i / layer;
		if (x == 0 || x >= width - 1 || y == 0 || y >= height - 1 || z == 0 || z >= depth - 1)
			return -1.0f;
		return at(i) * 2 - (at(i - layer) + at(i + layer)) + at(i - 1) * at(i + width);
	});
}

int main()
{
	Buffer<int> in(width * steps);
	in.fill(value);
	for (int block : { 16, 32, 64, 96, 33 }) {
		test_columns(block, in);
		test_again(block, in);
		for (int rows : { 1, 4 }) {
			test_ways(dim3(block, rows), in);
			test_layers(dim3(block, rows));
		}
	}
	return unit_finish();
}
