// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells at a distance, of which the last one repeats at the rim: `min(max(x + d, 0), width - 1)` for distances as constants, for which the
// bound moves to the other side of the addition, in both orders, with bounds other than 0, narrow widths, bytes to doubles.
#include "kernels/kernel_test.h"

static const int most = 1 << 16;

template <int order>
__host__ __device__ int clamped(int i, int low, int high)
{
	if (order == 0)
		return i < low ? low : i > high ? high : i;
	int a = order == 1 ? (i > low ? i : low) : (i < high ? i : high);
	return order == 1 ? (a < high ? a : high) : (a > low ? a : low);
}

template <class T, int order, int radius>
__host__ __device__ T blurred(const T *in, int x, int y, int width, int height)
{
	T sum = 0;
#pragma unroll
	for (int dy = -radius; dy <= radius; dy++)
#pragma unroll
		for (int dx = -radius; dx <= radius; dx++)
			sum += in[clamped<order>(y + dy, 0, height - 1) * width + clamped<order>(x + dx, 0, width - 1)] * (T)(dx + 2 * dy + 9);
	return sum;
}

template <class T, int order, int radius>
__global__ void blur(const T *in, T *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = blurred<T, order, radius>(in, x, y, width, height);
}

// Bounds that are constants both, the lower one not 0, and one side only.
template <class T>
__host__ __device__ T between(const T *in, int x)
{
	return in[clamped<1>(x - 5, 7, 100)] + 3 * in[clamped<2>(x + 40, 64, 127)] + 5 * in[x - 3 > 10 ? x - 3 : 10] +
	       7 * in[x + 9 < 90 ? x + 9 : 90];
}

template <class T>
__global__ void bounded(const T *in, T *out, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < width)
		out[x] = between(in, x);
}

// In rows whose width is a power of two, the number of a cell is joined of those of row and column.
static const int columns = 64, rows = 50;

template <class T>
__host__ __device__ T in_row(const T *in, int x, int y)
{
	T sum = 0;
#pragma unroll
	for (int d = -4; d <= 4; d++)
		sum += in[y * columns + clamped<1>(x + d, 0, columns - 1)] * (T)(d + 6) + in[clamped<0>(y + d, 0, rows - 1) * columns + x];
	return sum;
}

template <class T>
__global__ void along_rows(const T *in, T *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * columns + x] = in_row(in, x, y);
}

template <class T, int order, int radius>
static void try_blur(Buffer<T> &in, Buffer<T> &out, const T *cells)
{
	static const int sizes[][2] = { { 1, 3 }, { 2, 2 }, { 17, 5 }, { 32, 4 }, { 33, 3 }, { 64, 9 }, { 100, 7 }, { 161, 6 }, { 257, 8 } };
	static const dim3 blocks[] = { dim3(32, 8), dim3(16, 16), dim3(64, 2), dim3(20, 3), dim3(256, 1) };
	for (int i = 0; i < 9; i++) {
		int width = sizes[i][0], height = sizes[i][1];
		dim3 block = blocks[i % 5], grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
		CALL(cudaMemset(out.device, 0, most * sizeof(T)));
		blur<T, order, radius><<<grid, block>>>(in.device, out.device, width, height);
		out.expect([&](int i) {
			return i < width * height ? blurred<T, order, radius>(cells, i % width, i / width, width, height) : T(0);
		});
	}
}

template <class T>
static void try_type()
{
	static T cells[most];
	Buffer<T> in(most), out(most);
	for (int i = 0; i < most; i++)
		cells[i] = (T)(i * 37 % 101);
	in.upload(cells);
	try_blur<T, 0, 1>(in, out, cells);
	try_blur<T, 1, 1>(in, out, cells);
	try_blur<T, 2, 1>(in, out, cells);
	try_blur<T, 1, 2>(in, out, cells);
	for (int width : { columns, 33, 5 }) {
		CALL(cudaMemset(out.device, 0, most * sizeof(T)));
		along_rows<<<dim3(4, (rows + 7) / 8), dim3(16, 8)>>>(in.device, out.device, width, rows);
		out.expect([&](int i) {
			int x = i % columns, y = i / columns;
			return x < width && y < rows ? in_row(cells, x, y) : T(0);
		});
	}
	for (int width : { 1, 31, 96, 300 }) {
		CALL(cudaMemset(out.device, 0, most * sizeof(T)));
		bounded<<<(width + 63) / 64, 64>>>(in.device, out.device, width);
		out.expect([&](int i) { return i < width ? between(cells, i) : T(0); });
	}
}

int main()
{
	try_type<unsigned char>();
	try_type<unsigned short>();
	try_type<int>();
	try_type<float>();
	try_type<double>();
	return unit_finish();
}
