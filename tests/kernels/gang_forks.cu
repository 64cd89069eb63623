// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs of a jammed turn that part (gang_fork.c): rows outside of the matrix, rows that take other ways than their neighbours, ways
// within ways, and what comes of them behind a barrier.  Floats are compared with the host's fmaf.
#include <cmath>

#include "kernel_test.h"

enum { TAPS = 5, WIDTH = 32 };

static __host__ __device__ float number(int i) { return (float)((i * 37 + 11) % 101) / 8 - 5; }

// Fills BUFFER by F, and returns what is in it, to be freed.
template <class F>
static float *filled(Buffer<float> &buffer, F f)
{
	buffer.fill(f);
	return buffer.download();
}

__constant__ float weights[TAPS * TAPS];

// Rows and columns beyond the image are left as they are.
__global__ void filter(const float *image, float *result, int rows, int columns)
{
	__shared__ float tile[8 + TAPS - 1][WIDTH + TAPS - 1];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * blockDim.y + y, column = blockIdx.x * WIDTH + x;
	for (int i = y; i < 8 + TAPS - 1; i += blockDim.y)
		for (int k = x; k < WIDTH + TAPS - 1; k += WIDTH)
			tile[i][k] = image[(blockIdx.y * blockDim.y + i) % rows * columns + (blockIdx.x * WIDTH + k) % columns];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < TAPS; i++)
		for (int k = 0; k < TAPS; k++)
			sum = fmaf(weights[i * TAPS + k], tile[y + i][x + k], sum);
	if (row < rows && column < columns)
		result[row * columns + column] = sum;
}

static void test_filter()
{
	float host[TAPS * TAPS];
	for (int i = 0; i < TAPS * TAPS; i++)
		host[i] = number(3 * i);
	CALL(cudaMemcpyToSymbol(weights, host, sizeof(host)));
	for (int height : { 1, 3, 8 })
		for (int rows : { 1, 7, 8, 21 })
			for (int columns : { 32, 40, 64, 77 }) {
				Buffer<float> image(rows * columns), result(rows * columns);
				float *in = filled(image, number);
				filter<<<dim3((columns + WIDTH - 1) / WIDTH, (rows + height - 1) / height), dim3(WIDTH, height)>>>(
					image.device, result.device, rows, columns);
				result.expect([&](int at) {
					float sum = 0;
					for (int i = 0; i < TAPS; i++)
						for (int k = 0; k < TAPS; k++)
							sum = fmaf(host[i * TAPS + k], in[(at / columns + i) % rows * columns + (at % columns + k) % columns], sum);
					return sum;
				});
				free(in);
			}
}

static __host__ __device__ float a_of(int row, int k) { return number(row * 7 + k); }
static __host__ __device__ float b_of(int k, int column) { return number(k * 5 + column * 3 + 2); }

// Rows take one of three ways, two of which compute, and one of those has a further branch; a row's sum is needed behind a barrier.
static __host__ __device__ float on_way(int way, const float *a, const float *b, int row, int column, int size, int stride)
{
	float sum = (float)row;
	if (way == 0) {
		for (int k = 0; k < size; k++)
			sum = fmaf(a[row * size + k], b[k * stride + column], sum);
		if (row % 4 < 2)
			for (int k = 1; k < size; k++)
				sum = fmaf(b[k * stride + column], 0.5f, sum * 0.25f);
	} else if (way == 1) {
		for (int k = size - 1; k >= 0; k -= 2)
			sum = fmaf(b[k * stride + column], a[row * size + k], sum - 1);
	}
	return sum;
}

__global__ void ways(const float *a, const float *b, float *out, float *above, int rows, int columns, int size, int stride, int every)
{
	__shared__ float sums[16][64];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * blockDim.y + y, column = blockIdx.x * blockDim.x + x;
	float sum = -1;
	if (row < rows && column < columns)
		sum = on_way(row / every % 3, a, b, row, column, size, stride);
	sums[y][x] = sum;
	__syncthreads();
	if (row < rows && column < columns) {
		out[row * columns + column] = sum;
		above[row * columns + column] = sums[y ? y - 1 : y][x];
	}
}

static void test_ways()
{
	const int size = 19, stride = 128;
	for (int every : { 1, 2, 4, 16 })
		for (int height : { 1, 2, 5, 8, 16 })
			for (int width : { 16, 24, 32, 64 })
				for (int rows : { 5, 16, 35 }) {
					int columns = 2 * width - 3;
					Buffer<float> a(rows * size), b(size * stride), out(rows * columns), above(rows * columns);
					float *a_host = filled(a, [&](int i) { return a_of(i / size, i % size); });
					float *b_host = filled(b, [&](int i) { return b_of(i / stride, i % stride); });
					ways<<<dim3(2, (rows + height - 1) / height), dim3(width, height)>>>(
						a.device, b.device, out.device, above.device, rows, columns, size, stride, every);
					auto sum_at = [&](int row, int column) {
						return on_way(row / every % 3, a_host, b_host, row, column, size, stride);
					};
					out.expect([&](int i) { return sum_at(i / columns, i % columns); });
					above.expect([&](int i) {
						int row = i / columns;
						return sum_at(row % height ? row - 1 : row, i % columns);
					});
					free(a_host);
					free(b_host);
				}
}

// Each thread's sum of products, whose rows and columns may end in the middle of a block; all gangs make the same turns.
__global__ void product(const float *a, const float *b, float *c, int rows, int columns, int size)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && column < columns) {
		float sum = 0;
		for (int k = 0; k < size; k++)
			sum = fmaf(a[row * size + k], b[k * columns + column], sum);
		c[row * columns + column] = sum;
	}
}

static void test_product()
{
	for (int size : { 1, 7, 8, 40 })
		for (int rows : { 1, 13, 16, 33 })
			for (int columns : { 16, 31, 64, 100 })
				for (dim3 block : { dim3(16, 16), dim3(32, 8), dim3(64, 3), dim3(8, 8) }) {
					Buffer<float> a(rows * size), b(size * columns), c(rows * columns);
					float *a_host = filled(a, [&](int i) { return a_of(i / size, i % size); });
					float *b_host = filled(b, [&](int i) { return b_of(i / columns, i % columns); });
					product<<<dim3((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y), block>>>(a.device, b.device,
						c.device, rows, columns, size);
					c.expect([&](int i) {
						float sum = 0;
						for (int k = 0; k < size; k++)
							sum = fmaf(a_host[i / columns * size + k], b_host[k * columns + i % columns], sum);
						return sum;
					});
					free(a_host);
					free(b_host);
				}
}

// Rows that are picked from behind a barrier and from memory, where a thread that writes leaves; what the rest computes from what it
// reads in the other direction meets nothing on its way to the end.
__global__ void pick(const float *in, const float *quads, const int *place, double *picked, unsigned long long *sum)
{
	__shared__ float tile[1024];
	int tid = threadIdx.x, bn = blockDim.x, gid = blockIdx.x * bn + tid;
	unsigned bits = __float_as_uint(in[gid]);
	tile[tid] = (float)(gid * 3);
	__syncthreads();
	unsigned short other = (unsigned short)tile[bn - 1 - tid];
	float whole = quads[gid * 4] + quads[gid * 4 + 1] + quads[gid * 4 + 2] + quads[gid * 4 + 3];
	if ((int)in[blockIdx.x * bn + ((int)whole & 255) % bn] == 3) {
		picked[place[gid]] = 3 * fma(3.0, 3.0 / bits, 3.0);
		return;
	}
	unsigned long long h = 17;
	h = h * 31 + bits;
	h = h * 31 + other;
	sum[gid] = h;
}

static void test_pick()
{
	for (int threads : { 7, 64, 128, 1000 }) {
		int count = 3 * threads;
		Buffer<float> in(count), quads(4 * count);
		Buffer<int> place(count);
		Buffer<double> picked(count);
		Buffer<unsigned long long> sum(count);
		float *first = filled(in, [](int i) { return (float)(i % 5 + 1); }), *second = filled(quads, [](int i) { return (float)(i / 4 % 9); });
		place.fill([](int i) { return i; });
		picked.fill([](int) { return -1.0; });
		sum.fill([](int) { return 1ull; });
		pick<<<3, threads>>>(in.device, quads.device, place.device, picked.device, sum.device);
		auto is_picked = [&](int i) { return (int)first[i / threads * threads + ((int)(4 * second[4 * i]) & 255) % threads] == 3; };
		auto bits = [&](int i) { unsigned value; memcpy(&value, &first[i], sizeof(value)); return value; };
		picked.expect([&](int i) { return is_picked(i) ? 3 * fma(3.0, 3.0 / bits(i), 3.0) : -1.0; });
		sum.expect([&](int i) {
			unsigned short other = (unsigned short)(float)((i / threads * threads + threads - 1 - i % threads) * 3);
			return is_picked(i) ? 1ull : (17ull * 31 + bits(i)) * 31 + other;
		});
		free(first), free(second);
	}
}

// Two ways of which each loads, and stores to places that lie one behind the other only where a row is whole.
__global__ void reload(const int *place, float *odd, unsigned long long *sum)
{
	__shared__ short tile[64];
	int tid = threadIdx.y * blockDim.x + threadIdx.x, bn = blockDim.x * blockDim.y;
	int gid = (blockIdx.y * blockDim.y + threadIdx.y) * (gridDim.x * blockDim.x) + blockIdx.x * blockDim.x + threadIdx.x;
	tile[tid] = (short)(gid * 3);
	__syncthreads();
	float value = tile[bn - 1 - tid];
	if (((int)value & 1) == 1)
		odd[place[gid] * 4 + 3] = 3;
	else
		value = tile[(tid + 12) % bn];
	unsigned bits = __float_as_uint(value);
	sum[gid] = 17ull * 31 + bits;
}

static void test_reload()
{
	for (dim3 block : { dim3(8, 8), dim3(16, 4), dim3(32, 2), dim3(5, 7), dim3(64) }) {
		int bn = size_of(block), count = 4 * bn, width = 2 * block.x;
		Buffer<int> place(count);
		Buffer<float> odd(4 * count);
		Buffer<unsigned long long> sum(count);
		place.fill([](int i) { return i; });
		odd.fill([](int) { return 1.0f; });
		reload<<<dim3(2, 2), block>>>(place.device, odd.device, sum.device);
		// What thread AT of the block that has element I stored.
		auto stored = [&](int i, int at) {
			int row = i / width / block.y * block.y + at / block.x, column = i % width / block.x * block.x + at % block.x;
			return (float)(short)((row * width + column) * 3);
		};
		auto rank = [&](int i) { return (int)(i / width % block.y * block.x + i % width % block.x); };
		auto is_odd = [&](int i) { return ((int)stored(i, bn - 1 - rank(i)) & 1) == 1; };
		odd.expect([&](int i) { return i % 4 == 3 && is_odd(i / 4) ? 3.0f : 1.0f; });
		sum.expect([&](int i) {
			float value = is_odd(i) ? stored(i, bn - 1 - rank(i)) : stored(i, (rank(i) + 12) % bn);
			unsigned bits;
			memcpy(&bits, &value, sizeof(bits));
			return 17ull * 31 + bits;
		});
	}
}

int main()
{
	test_filter();
	test_pick();
	test_reload();
	test_ways();
	test_product();
	return unit_finish();
}
