// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of what is around each cell, of whose columns the neighbours sum up the same: bytes, shorts and ints, all of nine or some, with
// and without a sign, times numbers, of columns at several distances; rims that wrap around, that repeat the last cell and of zeros;
// pictures narrower than a gang, of odd widths, in rows of any pitch; blocks of several blocks; and a kernel that writes where it reads.
#include "kernels/kernel_test.h"

static const int most = 1 << 17;

struct Picture {
	int width, height, pitch;
};

enum Rim { WRAPS, REPEATS, LEFT_OUT };

// The numbers of the cells before and behind number I of COUNT.
template <Rim rim>
__host__ __device__ int before(int i, int count)
{
	return i == 0 ? (rim == WRAPS ? count - 1 : 0) : i - 1;
}

template <Rim rim>
__host__ __device__ int behind(int i, int count)
{
	return i == count - 1 ? (rim == WRAPS ? 0 : count - 1) : i + 1;
}

enum Sum { LIFE, BOX, SOBEL, DIFFERENT, TWO };

template <class T, Rim rim, Sum sum>
__host__ __device__ T around(const T *in, Picture p, int x, int y)
{
	int left = before<rim>(x, p.width), right = behind<rim>(x, p.width);
	int above = before<rim>(y, p.height) * p.pitch, below = behind<rim>(y, p.height) * p.pitch, row = y * p.pitch;
	switch (sum) {
	case LIFE: {
		int n = in[above + left] + in[above + x] + in[above + right] + in[row + left] + in[row + right] + in[below + left] +
		        in[below + x] + in[below + right];
		return n == 3 || (n == 2 && in[row + x]);
	}
	case BOX:
		return in[above + left] + in[above + x] + in[above + right] + in[row + left] + in[row + x] + in[row + right] +
		       in[below + left] + in[below + x] + in[below + right];
	case SOBEL: {
		int gx = in[above + right] + 2 * in[row + right] + in[below + right] - in[above + left] - 2 * in[row + left] - in[below + left];
		int gy = in[below + left] + 2 * in[below + x] + in[below + right] - in[above + left] - 2 * in[above + x] - in[above + right];
		return (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
	}
	case DIFFERENT: // what is in no column, and one without a middle
		return 3 * in[row + x] + in[above + left] + in[row + left] + in[below + left] + in[above + right] + in[row + right] +
		       in[below + right] - 7 * in[below + x];
	case TWO: { // sums of sums
		int a = in[above + left] + in[row + left] + in[below + left], b = in[above + right] + in[row + right] + in[below + right];
		return (a + b) * 3 + a + (b ^ a);
	}
	}
	return 0;
}

template <class T, Rim rim, Sum sum>
__global__ void sums(const T *in, T *out, Picture p)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (rim == LEFT_OUT ? x >= 1 && y >= 1 && x < p.width - 1 && y < p.height - 1 : x < p.width && y < p.height)
		out[y * p.pitch + x] = around<T, rim, sum>(in, p, x, y);
}

// What is two or three cells away, of rows whose numbers don't wrap around.
template <class T>
__global__ void far(const T *in, T *out, Picture p)
{
	long x = (long)blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 3 || x >= p.width - 3 || y >= p.height)
		return;
	const T *row = in + y * p.pitch + x;
	int n = 0;
	for (int i = 0; i < 4; i++)
		n += row[-3 + i * p.pitch] + row[-1 + i * p.pitch] - row[i * p.pitch] - row[2 + i * p.pitch] + (row[3 + i * p.pitch] ^ 1);
	out[y * p.pitch + x] = n;
}

// Each thread writes first, where it and no other reads: there its own must be what it sees.
__global__ void writes_first(unsigned char *cells, unsigned char *out, Picture p)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= p.width / 4)
		return;
	int middle = 4 * x;
	cells[middle] = 3 * x;
	cells[middle + 1] = x;
	out[x] = cells[middle] + cells[middle + 1] + cells[middle + 2] + cells[middle + p.pitch] + cells[middle + 1 + p.pitch];
}

template <class T>
static T filled(int i)
{
	unsigned n = i * 2654435761u;
	return (T)(n >> 30 ? n >> 9 & 1 : n >> 13); // often 0 or 1, else anything
}

static const dim3 blocks[] = { dim3(32, 8), dim3(64, 2), dim3(16, 16), dim3(128, 1), dim3(24, 3), dim3(256, 1), dim3(8, 8) };
static int turn;

template <class T, class Kernel, class Expected>
static void run(Buffer<T> &in, Buffer<T> &out, Picture p, Kernel kernel, Expected expected)
{
	dim3 block = blocks[turn++ % (sizeof(blocks) / sizeof(blocks[0]))];
	dim3 grid((p.width + block.x - 1) / block.x, (p.height + block.y - 1) / block.y);
	CALL(cudaMemset(out.device, 0, most * sizeof(T)));
	kernel<<<grid, block>>>(in.device + 64, out.device + 64, p);
	out.expect([&](int i) {
		int place = i - 64, x = place % p.pitch, y = place / p.pitch;
		return place >= 0 && x < p.width && y < p.height ? expected(x, y) : T(0);
	});
}

template <class T, Rim rim, Sum sum>
static void try_sum(Buffer<T> &in, Buffer<T> &out, const T *cells, Picture p)
{
	int least = rim == LEFT_OUT;
	run(in, out, p, sums<T, rim, sum>, [&](int x, int y) {
		bool counts = x >= least && y >= least && x < p.width - least && y < p.height - least;
		return counts ? around<T, rim, sum>(cells + 64, p, x, y) : T(0);
	});
}

template <class T, Rim rim>
static void try_sums(Buffer<T> &in, Buffer<T> &out, const T *cells, Picture p)
{
	try_sum<T, rim, LIFE>(in, out, cells, p);
	try_sum<T, rim, BOX>(in, out, cells, p);
	try_sum<T, rim, SOBEL>(in, out, cells, p);
	try_sum<T, rim, DIFFERENT>(in, out, cells, p);
	try_sum<T, rim, TWO>(in, out, cells, p);
}

template <class T>
static void try_type()
{
	static T cells[most];
	Buffer<T> in(most), out(most);
	for (int i = 0; i < most; i++)
		cells[i] = filled<T>(i);
	in.upload(cells);
	static const Picture pictures[] = { { 1, 1, 1 },     { 3, 5, 3 },       { 31, 4, 31 },     { 32, 3, 40 },   { 33, 9, 33 },
		                            { 64, 8, 64 },   { 65, 7, 96 },     { 97, 16, 97 },    { 128, 8, 128 }, { 130, 10, 131 },
		                            { 199, 6, 200 }, { 256, 17, 256 }, { 511, 9, 512 }, { 1000, 12, 1003 } };
	for (const Picture &p : pictures) {
		try_sums<T, WRAPS>(in, out, cells, p);
		try_sums<T, REPEATS>(in, out, cells, p);
		try_sums<T, LEFT_OUT>(in, out, cells, p);
		run(in, out, p, far<T>, [&](int x, int y) {
			if (x < 3 || x >= p.width - 3)
				return T(0);
			const T *row = cells + 64 + y * p.pitch + x;
			int n = 0;
			for (int i = 0; i < 4; i++, row += p.pitch)
				n += row[-3] + row[-1] - row[0] - row[2] + (row[3] ^ 1);
			return (T)n;
		});
	}
}

int main()
{
	try_type<unsigned char>();
	try_type<short>();
	try_type<int>();
	Picture p = { 4000, 2, 4096 };
	Buffer<unsigned char> cells(most), out(most);
	cells.fill(filled<unsigned char>);
	CALL(cudaMemset(out.device, 0, most));
	writes_first<<<10, 128>>>(cells.device, out.device, p);
	out.expect([&](int x) {
		auto was = [](int i) { return filled<unsigned char>(i); };
		int m = 4 * x;
		return x < 1000 ? (unsigned char)(3 * x + x + was(m + 2) + was(m + p.pitch) + was(m + 1 + p.pitch)) : (unsigned char)0;
	});
	return unit_finish();
}
