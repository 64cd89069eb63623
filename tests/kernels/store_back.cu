// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores under a condition to what the thread has loaded, which gangs may make always (store_back.c): each
// thread with a place of its own, in launches that fit and that go beyond their ends; places that threads share; other stores to
// the same memory.
#include "kernels/kernel_test.h"

template <class T>
__global__ void cap(T *values, T most, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && values[i] > most)
		values[i] = most;
}

template <class T>
static void try_rows()
{
	const int count = 5003;
	Buffer<T> values(count + 64);
	for (int block : { 16, 32, 64, 100, 256 })
		for (int extra : { 0, 1, 3 }) {
			values.fill([](int i) { return (T)(i * 13 % 101); });
			cap<<<(count + block - 1) / block + extra, block>>>(values.device, (T)50, count);
			values.expect([&](int i) { return i < count && i * 13 % 101 > 50 ? (T)50 : (T)(i * 13 % 101); });
		}
}

// In a rectangle of WIDTH whose rows are PITCH apart.
__global__ void relax(int *cells, const int *by, int width, int height, int pitch)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	int found = by[y * pitch + x] * 3 - 1;
	if (found < cells[y * pitch + x])
		cells[y * pitch + x] = found;
}

static void try_rectangles()
{
	Buffer<int> cells(100 * 100), by(100 * 100);
	by.fill([](int i) { return i * 7 % 53; });
	const int sizes[][3] = { { 64, 32, 64 }, { 64, 32, 96 }, { 61, 33, 61 }, { 61, 33, 100 }, { 97, 3, 97 }, { 5, 90, 5 } };
	for (auto &size : sizes) {
		int width = size[0], height = size[1], pitch = size[2];
		for (dim3 block : { dim3(32, 8), dim3(16, 16), dim3(64, 1), dim3(8, 4), dim3(1, 32) }) {
			cells.fill([](int i) { return i * 11 % 97; });
			dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y + 1);
			relax<<<grid, block>>>(cells.device, by.device, width, height, pitch);
			cells.expect([&](int i) {
				int old = i * 11 % 97, found = i * 7 % 53 * 3 - 1;
				return i / pitch < height && i % pitch < width && found < old ? found : old;
			});
		}
	}
}

// Threads of all blocks share a row of flags; a thread that stored what it found there would take away what another has set.
__global__ void flag(int *flags, const unsigned char *in)
{
	int old = flags[threadIdx.x];
	if ((in[blockIdx.x * blockDim.x + threadIdx.x] == 1) & (old == 0))
		flags[threadIdx.x] = 1;
}

// The same along the diagonals of a rectangle.
__global__ void flag_diagonals(int *flags, const unsigned char *in, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	int old = flags[x + y];
	if ((in[y * width + x] == 1) & (old == 0))
		flags[x + y] = 1;
}

static void try_shared_places()
{
	const int block = 64, blocks = 4000;
	Buffer<unsigned char> in(block * blocks);
	Buffer<int> flags(2 * blocks);
	for (int turn = 0; turn < 20; turn++) {
		auto set = [&](int i) { return i / block * 31 % blocks == i % block * 61 + turn ? 1 : 0; };
		in.fill([&](int i) { return (unsigned char)set(i); });
		flags.fill([](int) { return 0; });
		flag<<<blocks, block>>>(flags.device, in.device);
		flags.expect([&](int i) {
			int any = 0;
			for (int b = 0; b < blocks && i < block; b++)
				any |= set(b * block + i);
			return any;
		});
		const int width = 128, height = 500;
		flags.fill([](int) { return 0; });
		flag_diagonals<<<dim3(width / block, height), block>>>(flags.device, in.device, width);
		flags.expect([&](int i) {
			int any = 0;
			for (int y = 0; y < height; y++)
				if (i - y >= 0 && i - y < width)
					any |= set(y * width + i - y);
			return any;
		});
	}
}

// What others write behind a barrier stays, and so does what a thread writes besides.
__global__ void shift(int *values, int n)
{
	int i = threadIdx.x;
	if (values[i] % 3 == 0)
		values[i] = -values[i];
	__syncthreads();
	if (i + 1 < n)
		values[n + i + 1] = values[i];
	__syncthreads();
	if (values[n + i] < 0)
		values[n + i] = i;
}

// Who doesn't store does something else, which has a say in what is stored later.
static __host__ __device__ int turns(int *value, int i, int n)
{
	int mine[3] = { 1, 20, 300 };
	for (int t = 0; t < n; t++)
		if (*value < mine[(i + t) % 3])
			*value += 40;
		else
			mine[(i + t) % 3] += 70 + t;
	return *value;
}

__global__ void either(int *values, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	turns(&values[i], i, n);
}

static void try_others()
{
	Buffer<int> values(256);
	values.fill([](int i) { return i; });
	either<<<4, 64>>>(values.device, 9);
	values.expect([](int i) { int value = i; return turns(&value, i, 9); });
}

int main()
{
	try_rows<int>();
	try_rows<float>();
	try_rows<double>();
	try_rows<short>();
	try_rows<unsigned char>();
	try_rectangles();
	try_shared_places();
	try_others();
	Buffer<int> values(200);
	values.fill([](int i) { return i; });
	shift<<<1, 100>>>(values.device, 100);
	values.expect([](int i) {
		if (i < 100)
			return i % 3 ? i : -i;
		int from = i - 100 - 1, moved = from < 0 ? 100 : from % 3 ? from : -from;
		return moved < 0 ? i - 100 : moved;
	});
	return unit_finish();
}
