// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gangs of several rows of a block have in common in memory of their own: rows that all of them turn (products with a transposed
// matrix), with guards by which some gangs have no lane, some a few; and local arrays that gangs fill alike, and change where they part.
// FLAGS: -fmad=false
#include "kernels/kernel_test.h"

// Lanes walk along rows of b.
template <class T>
__global__ void times_transposed(const T *a, const T *b, T *c, int rows, int columns, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < columns && y < rows) {
		T sum = 0;
		for (int k = 0; k < n; k++)
			sum += a[y * n + k] * b[x * n + k];
		c[y * columns + x] = sum;
	}
}

// The same behind an early return, with lanes along rows of a, and a start from memory.
template <class T>
__global__ void times_transposed_by_columns(const T *a, const T *b, T *c, int rows, int columns, int n)
{
	int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= columns || y >= rows)
		return;
	T sum = c[y * columns + x];
	for (int k = 0; k < n; k++)
		sum += a[y * n + k] * b[x * n + k];
	c[y * columns + x] = sum;
}

// Each thread has a square of SIDE elements a side: it walks along as many rows of each matrix.
template <class T, int SIDE>
__global__ void squares(const T *a, const T *b, T *c, int rows, int columns, int n)
{
	int x = SIDE * (blockIdx.x * blockDim.x + threadIdx.x), y = SIDE * (blockIdx.y * blockDim.y + threadIdx.y);
	if (x + SIDE > columns || y + SIDE > rows)
		return;
	T sums[SIDE][SIDE] = {};
	for (int k = 0; k < n; k++)
		for (int i = 0; i < SIDE; i++)
			for (int j = 0; j < SIDE; j++)
				sums[i][j] += a[(y + i) * n + k] * b[(x + j) * n + k];
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			c[(y + i) * columns + x + j] = sums[i][j];
}

// Where a guard is in the loop, the rows that gangs turn are the same, and what they do isn't.
__global__ void some_products(const float *a, const float *b, float *c, int rows, int columns, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0, last = 0;
	if (x >= columns)
		return;
	for (int k = 0; k < n; k++) {
		last = b[x * n + k];
		if (y < rows && (y + k) % 3)
			sum += a[y * n + k] * last;
	}
	if (y < rows)
		c[y * columns + x] = sum + last;
}

// A local array that is the same for all rows of threads until some of them change it, one row or each lane for itself.
template <bool LANES>
__global__ void changed_tables(const int *table, const int *factors, int *out, int width, int n)
{
	int x = threadIdx.x, y = threadIdx.y, sum = 0, mine[8];
#pragma unroll 1
	for (int i = 0; i < 8; i++)
		mine[i] = table[i * width + x];
	if (LANES ? (x + y) % 3 == 0 : y % 3 == 0)
#pragma unroll 1
		for (int i = 0; i < 8; i++)
			mine[i & 3] += mine[i] + 1;
	for (int k = 0; k < n; k++)
		sum += factors[y * n + k] * mine[k & 7];
	out[y * width + x] = sum;
}

// One that is filled and read only where rows of threads part.
__global__ void tables_of_some(const int *table, const int *places, int *out, int width, int limit)
{
	int x = threadIdx.x, y = threadIdx.y, sum = 0;
	if (y < limit) {
		int mine[8];
#pragma unroll 1
		for (int i = 0; i < 8; i++)
			mine[i] = table[i * width + x];
#pragma unroll 1
		for (int i = 0; i < 8; i++) {
			mine[places[i] & 7]++;
			sum = sum * 3 + mine[i] * (y + 1);
		}
	}
	out[y * width + x] = sum;
}

template <class T>
static T value_at(int i) { return (T)(((unsigned)i * 2654435761u >> 24) % 19 - 9); }

template <class T>
static void try_products(dim3 block, int rows, int columns, int n)
{
	Buffer<T> a(rows * n), b(columns * n), c(rows * columns, 0), swapped(rows * columns);
	a.fill(value_at<T>);
	b.fill([](int i) { return value_at<T>(i + 5); });
	swapped.fill(value_at<T>);
	auto product = [&](int i) {
		T sum = 0;
		for (int k = 0; k < n; k++)
			sum += value_at<T>(i / columns * n + k) * value_at<T>(i % columns * n + k + 5);
		return sum;
	};
	dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
	times_transposed<<<grid, block>>>(a.device, b.device, c.device, rows, columns, n);
	c.expect(product);
	dim3 other((rows + block.x - 1) / block.x, (columns + block.y - 1) / block.y);
	times_transposed_by_columns<<<other, block>>>(a.device, b.device, swapped.device, rows, columns, n);
	swapped.expect([&](int i) { return (T)(product(i) + value_at<T>(i)); });
}

template <class T, int SIDE>
static void try_squares(dim3 block, int rows, int columns, int n)
{
	Buffer<T> a(rows * n), b(columns * n), c(rows * columns, 0);
	a.fill(value_at<T>);
	b.fill([](int i) { return value_at<T>(i + 5); });
	dim3 grid((columns / SIDE + block.x - 1) / block.x, (rows / SIDE + block.y - 1) / block.y);
	squares<T, SIDE><<<grid, block>>>(a.device, b.device, c.device, rows, columns, n);
	c.expect([&](int i) {
		T sum = 0;
		if (i / columns >= rows / SIDE * SIDE || i % columns >= columns / SIDE * SIDE)
			return sum;
		for (int k = 0; k < n; k++)
			sum += value_at<T>(i / columns * n + k) * value_at<T>(i % columns * n + k + 5);
		return sum;
	});
}

static void try_some(dim3 block, int rows, int columns, int n)
{
	Buffer<float> a(rows * n), b(columns * n), c(rows * columns, 0);
	a.fill(value_at<float>);
	b.fill([](int i) { return value_at<float>(i + 5); });
	dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
	some_products<<<grid, block>>>(a.device, b.device, c.device, rows, columns, n);
	c.expect([&](int i) {
		float sum = 0, last = 0;
		for (int k = 0; k < n; k++) {
			last = value_at<float>(i % columns * n + k + 5);
			if ((i / columns + k) % 3)
				sum += value_at<float>(i / columns * n + k) * last;
		}
		return sum + last;
	});
}

static void try_tables(dim3 block)
{
	const int n = 40;
	int width = (int)block.x, count = size_of(block);
	Buffer<int> table(8 * width), places(8), factors(n * (int)block.y), out(count);
	auto place = [](int i) { return i * 5 + 3; };
	table.fill(value_at<int>);
	places.fill(place);
	factors.fill([](int i) { return value_at<int>(i + 5); });
	auto changed = [&](int i, bool changes) {
		int mine[8], sum = 0;
		for (int k = 0; k < 8; k++)
			mine[k] = value_at<int>(k * width + i % width);
		for (int k = 0; k < 8 && changes; k++)
			mine[k & 3] += mine[k] + 1;
		for (int k = 0; k < n; k++)
			sum += value_at<int>(i / width * n + k + 5) * mine[k & 7];
		return sum;
	};
	changed_tables<false><<<1, block>>>(table.device, factors.device, out.device, width, n);
	out.expect([&](int i) { return changed(i, i / width % 3 == 0); });
	changed_tables<true><<<1, block>>>(table.device, factors.device, out.device, width, n);
	out.expect([&](int i) { return changed(i, (i % width + i / width) % 3 == 0); });
	for (int limit : { 0, 1, 5, (int)block.y }) {
		tables_of_some<<<1, block>>>(table.device, places.device, out.device, width, limit);
		out.expect([&](int i) {
			int mine[8], sum = 0;
			for (int k = 0; k < 8; k++)
				mine[k] = value_at<int>(k * width + i % width);
			for (int k = 0; k < 8; k++) {
				mine[place(k) & 7]++;
				sum = sum * 3 + mine[k] * (i / width + 1);
			}
			return i / width < limit ? sum : 0;
		});
	}
}

int main()
{
	for (dim3 block : { dim3(16, 16), dim3(32, 8), dim3(8, 8), dim3(64, 3), dim3(12, 10) }) {
		for (int n : { 1, 15, 16, 17, 32, 50 }) {
			try_products<float>(block, 64, 64, n);
			try_products<float>(block, 37, 53, n);
			try_products<double>(block, 37, 53, n);
			try_products<short>(block, 20, 70, n);
			try_products<signed char>(block, 33, 64, n);
			try_some(block, 37, 53, n);
			try_squares<float, 2>(block, 40, 70, n);
			try_squares<int, 4>(block, 67, 150, n);
			try_squares<float, 8>(block, 64, 256, n);
		}
		try_tables(block);
	}
	return unit_finish();
}
