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

int main()
{
	test_filter();
	test_ways();
	test_product();
	return unit_finish();
}
