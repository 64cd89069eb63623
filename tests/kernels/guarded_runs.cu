// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of threads of which those between two ends do something: ends in the middle of gangs and at them, before the row and behind it, of
// numbers that go up and down, by one and by more, with and without a sign, of 32 and 64 bits, and that wrap around within the row.
#include <climits>

#include "kernels/kernel_test.h"

static const int height = 3, most = 700;

// What numbers a thread asks about, each with its own ends.
template <class T>
__host__ __device__ T number_of(int kind, int x, T shift)
{
	switch (kind) {
	case 0: return (T)x + shift;
	case 1: return shift - (T)x;
	case 2: return 3 * (T)x + shift;
	default: return shift - 5 * (T)x;
	}
}

template <class T, int kind>
__global__ void parted(const int *in, int *out, int width, T shift, T low, T high)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	T number = number_of<T>(kind, x, shift);
	if (x < 1 || x >= width - 1 || y >= height || number < low || number >= high)
		return;
	const int *row = in + y * most;
	out[y * most + x] = row[x - 1] + 2 * row[x] + 3 * row[x + 1];
}

template <class T, int kind>
static void try_parted(Buffer<int> &in, Buffer<int> &out, int width, T shift, T low, T high)
{
	for (dim3 block : { dim3(32, 2), dim3(64, 1), dim3(256, 1), dim3(48, 3) }) {
		dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
		CALL(cudaMemset(out.device, 0, height * most * sizeof(int)));
		parted<T, kind><<<grid, block>>>(in.device, out.device, width, shift, low, high);
		out.expect([&](int i) {
			int x = i % most, y = i / most;
			auto at = [](int x, int y) { return (y * most + x) % 97; };
			T number = number_of<T>(kind, x, shift);
			bool inside = x >= 1 && x < width - 1 && y < height && number >= low && number < high;
			return inside ? at(x - 1, y) + 2 * at(x, y) + 3 * at(x + 1, y) : 0;
		});
	}
}

template <class T>
static void try_ends(Buffer<int> &in, Buffer<int> &out)
{
	T ends[][2] = { { 0, 700 }, { 1, 31 }, { 32, 96 }, { 5, 333 }, { 33, 640 }, { 200, 100 }, { 690, 10000 } };
	for (int width : { 1, 33, 64, 127, 320, 699 })
		for (auto &end : ends) {
			try_parted<T, 0>(in, out, width, 0, end[0], end[1]);
			try_parted<T, 1>(in, out, width, 699, end[0], end[1]);
		}
	for (auto &end : ends) {
		try_parted<T, 2>(in, out, 500, 1, end[0], 2 * end[1]);
		try_parted<T, 3>(in, out, 500, 2600, end[0], 4 * end[1]);
	}
}

// A picture inside whose rim all cells take one way.
template <class T>
__global__ void inside(const T *in, T *out, int width, int rows)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= rows)
		return;
	int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
	int above = y == 0 ? rows - 1 : y - 1, below = min(y + 1, rows - 1);
	out[y * width + x] = in[y * width + left] + 2 * in[y * width + right] + 3 * in[above * width + x] + 4 * in[below * width + max(x - 1, 0)];
}

template <class T>
static void try_inside(int width, int rows)
{
	Buffer<T> in(width * rows), out(width * rows);
	in.fill([](int i) { return (T)(i % 23); });
	for (dim3 block : { dim3(32, 8), dim3(64, 2), dim3(16, 16), dim3(100, 1) }) {
		dim3 grid((width + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
		CALL(cudaMemset(out.device, 0, width * rows * sizeof(T)));
		inside<<<grid, block>>>(in.device, out.device, width, rows);
		out.expect([&](int i) {
			int x = i % width, y = i / width;
			auto at = [&](int x, int y) { return (y * width + x) % 23; };
			int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
			int above = y == 0 ? rows - 1 : y - 1, below = y == rows - 1 ? y : y + 1;
			return (T)(at(left, y) + 2 * at(right, y) + 3 * at(x, above) + 4 * at(x ? x - 1 : 0, below));
		});
	}
}

int main()
{
	Buffer<int> in(height * most), out(height * most);
	in.fill([](int i) { return i % 97; });
	try_ends<int>(in, out);
	try_ends<unsigned>(in, out);
	try_ends<long long>(in, out);
	// Past the ends of the types.
	try_parted<unsigned, 0>(in, out, 699, UINT_MAX - 100, UINT_MAX - 80, UINT_MAX);
	try_parted<unsigned, 0>(in, out, 699, UINT_MAX - 100, 17, 333);
	try_parted<unsigned, 1>(in, out, 699, 300, 17, UINT_MAX - 70);
	try_parted<unsigned, 2>(in, out, 699, UINT_MAX - 300, 0, UINT_MAX - 33);
	try_parted<unsigned, 3>(in, out, 699, 900, UINT_MAX - 2000, UINT_MAX - 100);
	try_parted<int, 0>(in, out, 64, INT_MAX - 63, INT_MAX - 50, INT_MAX);
	try_parted<int, 1>(in, out, 64, INT_MIN + 63, INT_MIN, INT_MIN + 40);
	try_parted<unsigned long long, 0>(in, out, 699, ULLONG_MAX - 100, 3, 450);
	try_parted<unsigned long long, 3>(in, out, 699, 1000, 100, ULLONG_MAX);
	for (int width : { 1, 2, 32, 33, 95, 128, 513 })
		for (int rows : { 1, 2, 19 }) {
			try_inside<unsigned char>(width, rows);
			try_inside<float>(width, rows);
			try_inside<short>(width, rows);
		}
	return unit_finish();
}
