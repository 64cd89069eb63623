// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short kernels without loops over grids large enough that a GPU may run neighbouring blocks as one: rows of any number of
// blocks, guards that some threads fail, blockIdx and gridDim, several dimensions, arguments of all sizes.
#include "unit/unit.h"

struct factors {
	char tag;
	double by[3];
};

__global__ void scale(const float *a, float *b, int n, struct factors factors)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i] * (float)factors.by[2] + factors.tag;
}

// Without a guard; what it stores tells block and grid.
__global__ void tell(const unsigned *a, unsigned *b)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	b[i] = a[i] + blockIdx.x * 3u + gridDim.x;
}

__global__ void plane(const short *a, short *b, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	b[y * width + x] = (short)(a[y * width + x] + x - y);
}

// In place, and the guard fails at both ends.
__global__ void inner(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 700 && i < n)
		a[i] = a[i] * 2 + 1;
}

template <class T> static T *make(size_t count)
{
	T *memory;
	CHECK(cudaMallocManaged((void **)&memory, count * sizeof(T)) == cudaSuccess);
	for (size_t i = 0; i < count; i++)
		memory[i] = (T)(i % 1000);
	return memory;
}

static void check_rows(int blocks)
{
	const int threads = 256, all = blocks * threads, n = all - 77;
	float *a = make<float>(all), *b = make<float>(all);
	unsigned *c = make<unsigned>(all), *d = make<unsigned>(all);
	int *e = make<int>(all);
	struct factors factors = { 5, { 1, 2, 3 } };
	scale<<<blocks, threads>>>(a, b, n, factors);
	tell<<<blocks, threads>>>(c, d);
	inner<<<blocks, threads>>>(e, n);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < all; i++) {
		int first = i % 1000;
		wrong += b[i] != (i < n ? first * 3.f + 5 : (float)first);
		wrong += d[i] != (unsigned)(first + i / threads * 3 + blocks);
		wrong += e[i] != (i > 700 && i < n ? first * 2 + 1 : first);
	}
	CHECK(wrong == 0);
	void *memory[] = { a, b, c, d, e };
	for (void *block : memory)
		CHECK(cudaFree(block) == cudaSuccess);
}

static void check_plane(void)
{
	const int width = 2111, height = 1999;
	short *a = make<short>(width * height), *b = make<short>(width * height);
	dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
	plane<<<grid, block>>>(a, b, width, height);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < width * height; i++)
		wrong += b[i] != (short)(i % 1000 + i % width - i / width);
	CHECK(wrong == 0);
}

int main(void)
{
	const int blocks[] = { 1, 4, 7, 16384, 16385, 16387 };
	for (int count : blocks)
		check_rows(count);
	check_plane();
	return unit_finish();
}
