// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that have a tile of sums each, which are computed as rows lie in memory (simd_straight.c), some of them at a time
// (split_sums.c), where local arrays hold them (unroll-stages in llvm_extra.cpp): products of matrices with tiles of neighbours and of
// columns apart, indices with a sign and without; sums of structs' members, which leave the loop in several ways; a largest number with
// its place, whose two go together; and sums of which some are needed for more.
#include "kernels/kernel_test.h"

static __host__ __device__ float a_at(int i, int k)
{
	return (float)((i * 7 + k * 3) % 5 - 2);
}

static __host__ __device__ float b_at(int k, int j)
{
	return (float)((k * 5 + j * 11) % 7 - 3);
}

// Tiles of ROWS x COLUMNS: neighbours, or every THREADS-th column.
template <class I, int ROWS, int COLUMNS, int ACROSS, bool neighbours>
__global__ void product(const float *a, const float *b, float *c, I n, float alpha)
{
	constexpr int WIDE = COLUMNS * ACROSS, DEPTH = 8;
	__shared__ float as[ROWS * 16 * DEPTH], bs[DEPTH][WIDE];
	const I column = threadIdx.x % ACROSS, row = threadIdx.x / ACROSS, threads = blockDim.x, high = ROWS * threads / ACROSS;
	float sums[ROWS][COLUMNS] = {};
	for (I first = 0; first < n; first += DEPTH) {
		for (I i = threadIdx.x; i < high * DEPTH; i += threads)
			as[i] = a[(blockIdx.y * high + i / DEPTH) * n + first + i % DEPTH];
		for (I i = threadIdx.x; i < WIDE * DEPTH; i += threads)
			bs[i / WIDE][i % WIDE] = b[(first + i / WIDE) * n + blockIdx.x * WIDE + i % WIDE];
		__syncthreads();
		for (I k = 0; k < DEPTH; k++)
			for (I i = 0; i < ROWS; i++)
				for (I j = 0; j < COLUMNS; j++)
					sums[i][j] += as[(row * ROWS + i) * DEPTH + k] * bs[k][neighbours ? column * COLUMNS + j : column + ACROSS * j];
		__syncthreads();
	}
	for (I i = 0; i < ROWS; i++)
		for (I j = 0; j < COLUMNS; j++) {
			I x = blockIdx.x * WIDE + (neighbours ? column * COLUMNS + j : column + ACROSS * j);
			c[(blockIdx.y * high + row * ROWS + i) * n + x] = alpha * sums[i][j];
		}
}

template <class I, int ROWS, int COLUMNS, int ACROSS, bool neighbours>
static void try_product(int threads)
{
	const int n = 128, high = ROWS * threads / ACROSS;
	Buffer<float> a(n * n), b(n * n), c(n * n);
	a.fill([](int i) { return a_at(i / n, i % n); });
	b.fill([](int i) { return b_at(i / n, i % n); });
	product<I, ROWS, COLUMNS, ACROSS, neighbours>
		<<<dim3(n / (COLUMNS * ACROSS), n / high), threads>>>(a.device, b.device, c.device, n, 2.0f);
	c.expect([](int i) {
		float sum = 0;
		for (int k = 0; k < n; k++)
			sum += a_at(i / n, k) * b_at(k, i % n);
		return 2 * sum;
	});
}

struct Point {
	float x, y, z, w;
};

static __host__ __device__ Point point(int i)
{
	return { (float)(i % 13), (float)(i * 3 % 17 - 8), (float)(i / 5 % 11), (float)(i * 7 % 19 - 9) };
}

// Sums of members, from where each thread begins: through ONLY, some threads make no turn.
template <int kind>
__host__ __device__ static Point sum_from(const Point *points, int first, int step, int n)
{
	Point sum = { 0, 0, 0, 0 }, largest = { -100, -100, -100, -100 };
	float more = 0;
	for (int i = first; i < n; i += step) {
		Point p = points[i];
		if (kind == 1 && p.x > 11) // leaves early
			break;
		if (kind == 3) { // one needs another
			sum.x += p.x + sum.y;
			sum.y += p.y;
		} else {
			sum.x += p.x * 2;
			sum.y += p.y * 2;
		}
		sum.z += p.z * 2;
		sum.w += p.w * 2;
		if (kind == 2) // needed for more in the loop
			more += sum.x;
		if (kind == 4)
			largest = { p.x > largest.x ? p.x : largest.x, p.y > largest.y ? p.y : largest.y, p.z > largest.z ? p.z : largest.z,
			            p.w > largest.w ? p.w : largest.w };
	}
	if (kind == 4)
		return largest;
	return { sum.x + more, sum.y, sum.z, sum.w };
}

template <int kind>
__global__ void members(const Point *points, Point *out, int step, int n, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = sum_from<kind>(points, i, step, n);
}

template <int kind>
static void try_members()
{
	const int n = 1500, count = 203;
	static Point points[n];
	Buffer<Point> in(n), out(count);
	for (int i = 0; i < n; i++)
		points[i] = point(i);
	in.fill([](int i) { return point(i); });
	for (int step : { 64, 203, 1400 }) {
		members<kind><<<4, 64>>>(in.device, out.device, step, n, count);
		out.expect([=](int i) { return sum_from<kind>(points, i, step, n); });
	}
}

// Twenty numbers with their places, in registers.
__host__ __device__ static void find_largest(const int *numbers, int n, int first, int *out)
{
	int best[10], place[10];
	for (int j = 0; j < 10; j++) {
		best[j] = -1;
		place[j] = -1;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 10; j++) {
			int value = numbers[i] * (j + 3 + first) % 101;
			if (value > best[j]) {
				best[j] = value;
				place[j] = i;
			}
		}
	for (int j = 0; j < 10; j++) {
		out[2 * j] = best[j];
		out[2 * j + 1] = place[j];
	}
}

__global__ void all_largest(const int *numbers, int n, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	find_largest(numbers, n, i, out + 20 * i);
}

int main()
{
	try_product<int, 4, 4, 16, true>(256);
	try_product<unsigned, 4, 4, 16, true>(128);
	try_product<int, 8, 8, 8, true>(64);
	try_product<unsigned, 8, 8, 16, true>(128);
	try_product<unsigned, 2, 8, 8, true>(32);
	try_product<int, 4, 4, 16, false>(256);
	try_product<unsigned, 8, 8, 16, false>(32);
	try_members<0>();
	try_members<1>();
	try_members<2>();
	try_members<3>();
	try_members<4>();
	static int numbers[77];
	Buffer<int> in(77), out(20 * 96);
	for (int i = 0; i < 77; i++)
		numbers[i] = i * 37 % 91;
	in.fill([](int i) { return i * 37 % 91; });
	all_largest<<<3, 32>>>(in.device, 77, out.device);
	out.expect([](int i) {
		int all[20];
		find_largest(numbers, 77, i / 20, all);
		return all[i % 20];
	});
	return unit_finish();
}
