// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that go along memory with y (simd_turned.c): blocks and grids of every shape, edges in both directions, z, sizes of elements,
// loops, early returns, atomics, and what each thread is told of its place.
#include "kernels/kernel_test.h"

static const dim3 blocks[] = { dim3(16, 16), dim3(32, 32), dim3(32, 8), dim3(8, 32), dim3(7, 16), dim3(1, 64), dim3(64, 1),
                               dim3(5, 7), dim3(4, 8, 3), dim3(2, 32, 2) };

static __host__ __device__ int number(int i)
{
	return i * 37 % 101 - 50;
}

template <class T>
__global__ void sums(const T *a, const T *b, T *out, int rows, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < rows && j < columns)
		out[i * columns + j] = a[i * columns + j] + b[i * columns + j];
}

__global__ void product(const float *a, const float *b, float *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j >= m)
		return;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[i * n + k] * b[k * m + j];
	out[i * m + j] = sum;
}

__global__ void neighbours(const int *in, int *out, int *edges, int rows, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z * blockDim.z + threadIdx.z;
	if (i >= rows || j >= columns)
		return;
	const int *layer = in + k * rows * columns;
	int place = i * columns + j;
	bool inside = i > 0 && i < rows - 1 && j > 0 && j < columns - 1;
	if (inside)
		out[k * rows * columns + place] = layer[place - 1] + layer[place + 1] * 2 + layer[place - columns] * 3 + layer[place + columns] * 4;
	else
		atomicAdd(&edges[k], 1);
}

// What a thread is told, and the store that makes the kernel one of those.
__global__ void places(uint4 *out, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
	uint4 place = { threadIdx.x * 1000 + threadIdx.y, blockIdx.x * 1000 + blockIdx.y, blockDim.x * 1000 + blockDim.y,
	                gridDim.x * 1000 + gridDim.y };
	out[i * columns + j] = place;
}

template <class T>
static void try_sums(dim3 block, int rows, int columns)
{
	dim3 grid((rows + block.x - 1) / block.x, (columns + block.y - 1) / block.y);
	Buffer<T> a(rows * columns), b(rows * columns), out(rows * columns);
	a.fill([](int i) { return (T)number(i); });
	b.fill([](int i) { return (T)number(i + 3); });
	sums<T><<<grid, dim3(block.x, block.y)>>>(a.device, b.device, out.device, rows, columns);
	out.expect([](int i) { return (T)((T)number(i) + (T)number(i + 3)); });
}

static void try_product(dim3 block, int n, int m)
{
	dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
	Buffer<float> a(n * n), b(n * m), out(n * m);
	a.fill([](int i) { return (float)number(i); });
	b.fill([](int i) { return (float)number(i + 3); });
	product<<<grid, dim3(block.x, block.y)>>>(a.device, b.device, out.device, n, m);
	out.expect([=](int at) {
		float sum = 0;
		for (int k = 0; k < n; k++)
			sum += (float)number(at / m * n + k) * (float)number(k * m + at % m + 3);
		return sum;
	});
}

static void try_neighbours(dim3 block, int rows, int columns)
{
	int layers = 2 * block.z, size = rows * columns;
	dim3 grid((rows + block.x - 1) / block.x, (columns + block.y - 1) / block.y, 2);
	Buffer<int> in(layers * size), out(layers * size, 0), edges(layers, 0);
	in.fill(number);
	neighbours<<<grid, block>>>(in.device, out.device, edges.device, rows, columns);
	out.expect([=](int at) {
		int i = at % size / columns, j = at % columns;
		bool inside = i > 0 && i < rows - 1 && j > 0 && j < columns - 1;
		return inside ? number(at - 1) + number(at + 1) * 2 + number(at - columns) * 3 + number(at + columns) * 4 : 0;
	});
	int inner = rows > 2 && columns > 2 ? (rows - 2) * (columns - 2) : 0;
	edges.expect([=](int) { return size - inner; });
}

static void try_places(dim3 block, dim3 grid)
{
	int columns = grid.y * block.y;
	Buffer<uint4> out(grid.x * block.x * columns);
	places<<<grid, dim3(block.x, block.y)>>>(out.device, columns);
	out.expect([=](int at) {
		unsigned i = at / columns, j = at % columns;
		uint4 place = { i % block.x * 1000 + j % block.y, i / block.x * 1000 + j / block.y, block.x * 1000 + block.y, grid.x * 1000 + grid.y };
		return place;
	});
}

int main()
{
	for (dim3 block : blocks) {
		for (int rows : { 1, 16, 100, 203 })
			for (int columns : { 1, 64, 117 }) {
				try_sums<int>(block, rows, columns);
				try_sums<double>(block, rows, columns);
				try_sums<short>(block, rows, columns);
				try_neighbours(block, rows, columns);
			}
		try_product(block, 33, 70);
		try_product(block, 64, 64);
		try_places(block, dim3(3, 5));
		try_places(block, dim3(1, 1));
	}
	return unit_finish();
}
