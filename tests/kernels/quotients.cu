// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places taken from one number by quotients and remainders: rows longer and shorter than gangs, numbers with and without sign and of 64
// bits, below 0, wrapping around; in loops, behind guards, several one within another, with flow behind them and results used after it.
#include "kernels/kernel_test.h"

static const int most = 6007;

template <class T>
__global__ void rows(const int *a, const int *b, int *c, T width, T from, int n)
{
	T i = (T)(blockIdx.x * blockDim.x + threadIdx.x) + from;
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	if (at >= n)
		return;
	T row = i / width, column = i % width;
	c[at] = a[(int)(row & 1023)] * 3 + b[(int)(column & 1023)];
}

template <class T>
static void try_rows(T from)
{
	Buffer<int> a(1024), b(1024), c(most);
	a.fill([](int i) { return i * 7; });
	b.fill([](int i) { return i * 11; });
	for (T width : { (T)1, (T)3, (T)16, (T)31, (T)100, (T)384, (T)1000, (T)5000, (T)-7, (T)-300 })
		for (int block : { 32, 100, 256, 33 }) {
			rows<T><<<(most + block - 1) / block, block>>>(a.device, b.device, c.device, width, from, most);
			c.expect([&](int at) {
				T i = (T)at + from;
				return (int)((i / width) & 1023) * 21 + (int)((i % width) & 1023) * 11;
			});
		}
}

// What tensors have: four places of one number.
__global__ void places(const float *in, float *out, int channels, int height, int width, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		int x = i % width, y = i / width % height, c = i / (width * height) % channels, b = i / (channels * height * width);
		if (c == 1)
			continue;
		float sum = 0;
		for (int k = 0; k < channels; k++) {
			sum += in[((b * channels + k) * height + y) * width + x];
			if (sum > 5e6f)
				break;
		}
		out[((x * height + y) * channels + c) * 2 + b] = sum;
	}
}

static void try_places()
{
	const int channels = 3;
	for (int width : { 5, 16, 40, 129 })
		for (int height : { 1, 7, 20 }) {
			int n = 2 * channels * height * width;
			Buffer<float> in(n), out(n);
			in.fill([](int i) { return (float)(i * 13 % 1009); });
			for (int grid : { 1, 3, 50 }) {
				CALL(cudaMemset(out.device, 0, n * sizeof(float)));
				places<<<grid, 96>>>(in.device, out.device, channels, height, width, n);
				out.expect([&](int at) {
					int b = at % 2, c = at / 2 % channels, y = at / 2 / channels % height, x = at / 2 / channels / height;
					float sum = 0;
					for (int k = 0; k < channels; k++)
						sum += (float)((((b * channels + k) * height + y) * width + x) * 13 % 1009);
					return c == 1 ? 0.0f : sum;
				});
			}
		}
}

// Several ways behind the quotient, one of which leaves; and what they come to, used where they meet.
__global__ void ways(const int *in, int *out, unsigned *count, unsigned width, int n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	int result = -1;
	if (i < n) {
		unsigned row = i / width, column = i - row * width;
		switch (row % 4) {
		case 0:
			result = in[column];
			break;
		case 1:
			for (unsigned k = 0; k < row; k++)
				result += in[(column + k) % width];
			break;
		case 2:
			if (column % 3 == 0)
				return;
			atomicAdd(&count[row], 1u);
			result = in[row];
			break;
		}
		out[i] += result;
	}
	if (i % 2)
		out[i] += result * 2;
}

static void try_ways()
{
	for (unsigned width : { 7u, 48u, 200u, 1001u }) {
		int n = most - 7, all = most;
		Buffer<int> in(most), out(2 * most, 0);
		Buffer<unsigned> count(most, 0);
		in.fill([](int i) { return i * 5 % 97; });
		ways<<<(most + 127) / 128, 128>>>(in.device, out.device, count.device, width, n);
		out.expect([&](int i) {
			int result = -1, value = 0, row = i / width, column = i % width;
			if (i >= (all + 127) / 128 * 128)
				return 0;
			if (i < n) {
				if (row % 4 == 0)
					result = column * 5 % 97;
				if (row % 4 == 1)
					for (int k = 0; k < row; k++)
						result += (int)((column + k) % width) * 5 % 97;
				if (row % 4 == 2 && column % 3 == 0)
					return 0;
				if (row % 4 == 2)
					result = row * 5 % 97;
				value = result;
			}
			return value + (i % 2 ? result * 2 : 0);
		});
		count.expect([&](int row) {
			unsigned found = 0;
			for (unsigned column = 0; row % 4 == 2 && column < width; column++)
				found += row * width + column < n && column % 3 != 0;
			return found;
		});
	}
}

// What is chosen in place of a quotient, and a divisor of 0 or -1 among others.
__global__ void chosen(const int *in, int *out, const int *widths, int count, bool swapped)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	for (int k = 0; k < count; k++) {
		int width = widths[k], row = width ? i / width : 5, column = width ? i % width : 3;
		if (width == -1)
			row = 9;
		sum = sum * 3 + in[(swapped ? column : row) & 255] + in[column & 255];
	}
	out[i] = sum;
}

static void try_chosen()
{
	const int widths[] = { 0, 1, -1, 64, 100, -50, 1000, 17 }, count = sizeof(widths) / sizeof(*widths), n = 1024;
	Buffer<int> in(256), out(n), list(count);
	in.fill([](int i) { return i * 3 % 71; });
	list.upload(widths);
	for (bool swapped : { false, true }) {
		chosen<<<n / 64, 64>>>(in.device, out.device, list.device, count, swapped);
		out.expect([&](int i) {
			unsigned sum = 0;
			for (int width : widths) {
				int row = width ? i / width : 5, column = width ? i % width : 3;
				if (width == -1)
					row = 9;
				sum = sum * 3 + ((swapped ? column : row) & 255) * 3 % 71 + (column & 255) * 3 % 71;
			}
			return (int)sum;
		});
	}
}

// A barrier behind the quotient.
__global__ void meets(const int *in, int *out, int width)
{
	__shared__ int mine[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / width, column = i % width;
	mine[threadIdx.x] = in[column] + row;
	__syncthreads();
	out[i] = mine[blockDim.x - 1 - threadIdx.x] * 2 + in[column];
}

int main()
{
	try_rows<int>(0);
	try_rows<int>(-3000);
	try_rows<int>(2147470000);
	try_rows<unsigned>(0);
	try_rows<unsigned>(4294965000u);
	try_rows<long long>(0);
	try_rows<long long>(-3000);
	try_rows<unsigned long long>(1ull << 40);
	try_places();
	try_ways();
	try_chosen();

	const int width = 70, n = 2048;
	Buffer<int> in(width), out(n);
	in.fill([](int i) { return i * i; });
	meets<<<n / 256, 256>>>(in.device, out.device, width);
	out.expect([&](int i) {
		int other = i / 256 * 256 + 255 - i % 256, column = other % width;
		return (column * column + other / width) * 2 + i % width * (i % width);
	});
	return unit_finish();
}
