// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that are kept in memory while a loop goes on, of arrays that are allocations of their own, parts of one, and each other: what is
// stored in one turn may be what is loaded in a later one.
// FLAGS: -fmad=false
#include <algorithm>
#include <vector>

#include "kernels/kernel_test.h"

// Row t of A times B, into C[t * step], which may be in that row.
__global__ void times(const float *a, const float *b, float *c, int n, int step)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < n; k++)
		c[t * step] += a[t * n + k] * b[k];
}

__global__ void product(const int *a, const int *b, int *c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= n || y >= n)
		return;
	c[y * n + x] = 0;
	for (int k = 0; k < n; k++)
		c[y * n + x] += a[y * n + k] * b[k * n + x];
}

// Two results of a column, each of which may be where the column is.
__global__ void extremes(const int *data, int *least, int *most, int rows, int columns)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= columns)
		return;
	for (int y = 0; y < rows; y++) {
		least[x] = min(least[x], data[y * columns + x]);
		most[x] = max(most[x], data[y * columns + x]);
	}
}

__device__ int table[32 * 101];

// A may be the variable that is written beside C; each lane has a column.
__global__ void beside_variable(const int *a, int *c, int n)
{
	int x = threadIdx.x;
	for (int k = 0; k < n; k++) {
		c[x] += a[k * 32 + x];
		table[(k + 1) * 32 + x] += 1 + (c[x] & 3);
	}
}

static const int threads = 96, n = 50;

static float value(int i) { return (float)(i * 7919 % 13 - 6); }

// A begins at element A_AT of one array, B and C at theirs of the same or of their own.
static void try_times(bool b_apart, bool c_apart, int b_at, int c_at, int step)
{
	const int room = threads * n + 200;
	Buffer<float> one(room), second(room), third(room);
	std::vector<float> a(room), b(room), c(room);
	auto fill = [](Buffer<float> &buffer, std::vector<float> &host, int salt) {
		buffer.fill([=](int i) { return value(i + salt); });
		for (int i = 0; i < room; i++)
			host[i] = value(i + salt);
	};
	fill(one, a, 0);
	fill(second, b, 5);
	fill(third, c, 9);
	std::vector<float> &of_b = b_apart ? b : a, &of_c = c_apart ? c : a;
	times<<<threads / 32, 32>>>(one.device, (b_apart ? second : one).device + b_at, (c_apart ? third : one).device + c_at, n, step);
	for (int t = 0; t < threads; t++)
		for (int k = 0; k < n; k++)
			of_c[c_at + t * step] += a[t * n + k] * of_b[b_at + k];
	one.expect([&](int i) { return a[i]; });
	third.expect([&](int i) { return c[i]; });
}

static void try_product(int size, dim3 block, bool managed)
{
	int *a, *b, *c, all = size * size;
	std::vector<int> host(all), result(all);
	for (int i = 0; i < all; i++)
		host[i] = i * 31 % 17 - 8;
	int **arrays[] = { &a, &b, &c };
	for (int **array : arrays) {
		CALL(managed ? cudaMallocManaged(array, all * sizeof(int)) : cudaMalloc(array, all * sizeof(int)));
		CALL(cudaMemcpy(*array, host.data(), all * sizeof(int), cudaMemcpyDefault));
	}
	dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
	product<<<grid, block>>>(a, b, c, size);
	CALL(cudaMemcpy(result.data(), c, all * sizeof(int), cudaMemcpyDefault));
	int wrong = 0;
	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++) {
			int sum = 0;
			for (int k = 0; k < size; k++)
				sum += host[y * size + k] * host[k * size + x];
			wrong += result[y * size + x] != sum;
		}
	CHECK(wrong == 0);
	for (int **array : arrays)
		CALL(cudaFree(*array));
}

static void try_extremes(int least_row, int most_row)
{
	const int rows = 40, columns = 128;
	Buffer<int> data((rows + 2) * columns), results(2 * columns);
	std::vector<int> host((rows + 2) * columns), beside(2 * columns, 0);
	data.fill([](int i) { return i * 7919 % 1001; });
	for (size_t i = 0; i < host.size(); i++)
		host[i] = (int)i * 7919 % 1001;
	results.fill([](int) { return 500; });
	for (int &item : beside)
		item = 500;
	int *least = least_row < 0 ? results.device : data.device + least_row * columns;
	int *most = most_row < 0 ? results.device + columns : data.device + most_row * columns;
	int *host_least = least_row < 0 ? beside.data() : host.data() + least_row * columns;
	int *host_most = most_row < 0 ? beside.data() + columns : host.data() + most_row * columns;
	extremes<<<2, 64>>>(data.device, least, most, rows, columns);
	for (int x = 0; x < columns; x++)
		for (int y = 0; y < rows; y++) {
			host_least[x] = std::min(host_least[x], host[y * columns + x]);
			host_most[x] = std::max(host_most[x], host[y * columns + x]);
		}
	data.expect([&](int i) { return host[i]; });
	results.expect([&](int i) { return beside[i]; });
}

static void try_variable()
{
	const int rows = 100, size = 32 * (rows + 1);
	std::vector<int> host(size, 1), sums(32, 0), found(size);
	Buffer<int> c(32, 0);
	int *place;
	CALL(cudaMemcpyToSymbol(table, host.data(), size * sizeof(int)));
	CALL(cudaGetSymbolAddress((void **)&place, table));
	beside_variable<<<1, 32>>>(place, c.device, rows);
	for (int x = 0; x < 32; x++)
		for (int k = 0; k < rows; k++) {
			sums[x] += host[k * 32 + x];
			host[(k + 1) * 32 + x] += 1 + (sums[x] & 3);
		}
	c.expect([&](int i) { return sums[i]; });
	CALL(cudaMemcpyFromSymbol(found.data(), table, size * sizeof(int)));
	CHECK(found == host);
}

int main()
{
	try_variable();
	try_times(true, true, 0, 0, 1);
	try_times(true, true, 3, 7, n);
	try_times(false, true, threads * n + 20, 0, 1);
	try_times(true, false, 0, 0, n);
	try_times(true, false, 0, 17, n);
	try_times(true, false, 0, n - 1, n);
	try_times(true, false, 0, threads * n, 1);
	try_times(false, false, threads * n + 120, threads * n, 1);
	for (int size : { 16, 40, 64 })
		for (dim3 block : { dim3(16, 16), dim3(32, 2), dim3(8, 8), dim3(64, 1) })
			for (bool managed : { false, true })
				try_product(size, block, managed);
	try_extremes(-1, -1);
	try_extremes(3, 20);
	try_extremes(0, -1);
	try_extremes(40, 41);
	try_extremes(-1, 39);
	return unit_finish();
}
