// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards that ask several numbers for their signs, of which the compiler makes one question: cells before the first one and behind the
// last, in two and three dimensions, numbers that go up and down along the row, by one and by more, of 32 and 64 bits, that become
// negative in the middle of a gang, at its end, or by wrapping around.
#include "kernels/kernel_test.h"

static const int most = 1 << 15;

// A cell with its neighbours in a picture of which the threads cover more than there is.
template <class T>
__global__ void framed(const T *in, T *out, int width, int height, int x0, int y0)
{
	int x = (int)(blockIdx.x * blockDim.x + threadIdx.x) - x0, y = (int)(blockIdx.y * blockDim.y + threadIdx.y) - y0;
	if (x < 0 || y < 0 || x >= width || y >= height)
		return;
	int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1, row = y * width;
	out[row + x] = in[row + left] + 2 * in[row + x] + 3 * in[row + right];
}

template <class T>
__global__ void inside(const T *in, T *out, int width, int height, int x0, int y0)
{
	int x = (int)(blockIdx.x * blockDim.x + threadIdx.x) - x0, y = (int)(blockIdx.y * blockDim.y + threadIdx.y) - y0;
	if (x >= 0 && x < width && y >= 0 && y < height) {
		int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1, row = y * width;
		out[row + x] = in[row + left] + 2 * in[row + x] + 3 * in[row + right];
	}
}

// What is written where one of the numbers is negative, and where none is.
template <class Number>
__global__ void signs(const int *in, int *out, Number a, Number b, Number c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	Number down = a - (Number)i, up = (Number)((unsigned long)b + 3 * (unsigned long)i); // may wrap around
	if (i >= n)
		return;
	if (down >= 0 && up >= 0 && c >= 0)
		out[i] = in[i] + in[i + 1];
	else
		out[i] = -in[i];
}

template <class T, class Kernel>
static void try_picture(Kernel kernel, Buffer<T> &in, Buffer<T> &out, const T *cells)
{
	static const int pictures[][4] = { { 64, 8, 0, 0 }, { 61, 7, 3, 2 }, { 100, 5, 32, 1 }, { 200, 6, 31, 9 }, { 5, 4, 70, 0 }, { 300, 3, -40, 1 } };
	static const dim3 blocks[] = { dim3(32, 8), dim3(64, 2), dim3(24, 4), dim3(128, 1) };
	for (int i = 0; i < 6; i++)
		for (dim3 block : blocks) {
			int width = pictures[i][0], height = pictures[i][1], x0 = pictures[i][2], y0 = pictures[i][3];
			dim3 grid((width + 150) / block.x, (height + 20) / block.y);
			int begin = x0 < 0 ? -x0 : 0, end = (int)(grid.x * block.x) - x0, rows = (int)(grid.y * block.y) - y0;
			CALL(cudaMemset(out.device, 0, most * sizeof(T)));
			kernel<<<grid, block>>>(in.device, out.device, width, height, x0, y0);
			out.expect([&](int place) {
				int x = place % width, y = place / width;
				if (y >= height || x < begin || x >= end || y >= rows)
					return T(0);
				const T *row = cells + y * width;
				return (T)(row[x == 0 ? width - 1 : x - 1] + 2 * row[x] + 3 * row[x == width - 1 ? 0 : x + 1]);
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
	try_picture<T>(framed<T>, in, out, cells);
	try_picture<T>(inside<T>, in, out, cells);
}

template <class Number>
static void try_signs(Number end)
{
	Buffer<int> in(most), out(most);
	in.fill([](int i) { return i * 7 % 1000 + 1; });
	auto at = [](int i) { return i * 7 % 1000 + 1; };
	Number starts[][3] = { { 1000, 0, 0 }, { 500, 0, 1 }, { 95, 0, 0 }, { 96, -96, 5 }, { 700, -100, 0 }, { 1000, 0, -1 }, { -1, 0, 0 },
		               { end, 0, 0 }, { end, (Number)(end - 3 * 500), 0 }, { 400, (Number)(end - 3 * 127), 2 } };
	for (auto &start : starts)
		for (int n : { 1, 200, 800 }) {
			CALL(cudaMemset(out.device, 0, most * sizeof(int)));
			signs<Number><<<(n + 127) / 128, 128>>>(in.device, out.device, start[0], start[1], start[2], n);
			out.expect([&](int i) {
				Number down = start[0] - i;
				bool up = start[1] <= end - 3 * (Number)i && start[1] + 3 * (Number)i >= 0;
				return i >= n ? 0 : down >= 0 && up && start[2] >= 0 ? at(i) + at(i + 1) : -at(i);
			});
		}
}

int main()
{
	try_type<unsigned char>();
	try_type<short>();
	try_type<float>();
	try_signs<int>(0x7fffffff);
	try_signs<long>(0x7fffffffffffffff);
	return unit_finish();
}
