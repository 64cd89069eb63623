// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops by which a block's threads go along a row together, in kernels with barriers: with counters and comparisons of all kinds, ends
// before, in and behind the block's threads, steps that are the block's or not; with what a thread does before, in and behind its turns
// without a barrier; with blocks of several rows; and with turns that differ by more than their number.
#include "kernels/kernel_test.h"

static const int most = 2048;
static const int widths[] = { 16, 32, 64, 96, 256, 1024, 1, 7, 40, 100 };
static const int ends[] = { 0, 1, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 512, 513, 1000, 1024, 1025, 2000, 2048 };

static unsigned value_of(int i)
{
	return (unsigned)i * 2654435761u ^ (unsigned)i >> 3;
}

// Each turn over the row has another end; two rows change places.
template <class Index, bool up_to>
__global__ void triangle(const unsigned *in, unsigned *out, Index first_end)
{
	__shared__ unsigned rows[2][most + 1];
	for (int i = threadIdx.x; i <= most; i += blockDim.x)
		rows[0][i] = rows[1][i] = in[i];
	__syncthreads();
	unsigned *now = rows[0], *before = rows[1];
	for (Index end = first_end; end > 0; end -= end > 40 ? 37 : 1) {
		for (Index i = threadIdx.x; up_to ? i <= end - 1 : i < end; i += blockDim.x)
			before[i] = now[i + 1] * 3 + now[i];
		__syncthreads();
		unsigned *other = now;
		now = before;
		before = other;
	}
	for (Index i = threadIdx.x; i <= most; i += blockDim.x)
		out[i] = now[i];
}

// A turn looks at several elements ahead, of two rows, before it stores anything, and at one behind that.
template <class T>
__global__ void neighbours(const T *in, T *out, int n)
{
	__shared__ T a[most + 32], b[1056], c[most + 32];
	for (int i = threadIdx.x; i < most + 32; i += blockDim.x) {
		a[i] = in[i];
		b[i % 1056] = in[i % 1056] * 3;
		c[i] = 1;
	}
	__syncthreads();
	for (int turn = 0; turn < 2; turn++) {
		for (int i = threadIdx.x; i < n; i += blockDim.x) {
			c[i] += a[i] + a[i + 2] * 5 - a[i + 15] + b[i + 1] + b[i + 17] * 2 + b[i + 31];
			c[i] -= a[i + 1];
		}
		__syncthreads();
	}
	for (int i = threadIdx.x; i < most + 32; i += blockDim.x)
		out[i] = c[i];
}

template <class T>
static void try_neighbours()
{
	Buffer<T> in(most + 32), out(most + 32);
	auto a = [](int i) { return (T)(i * 37 % 1009); };
	in.fill(a);
	for (int width : widths)
		for (int n : ends) {
			if (n > 1024)
				continue;
			neighbours<T><<<1, width>>>(in.device, out.device, n);
			out.expect([&](int i) {
				T sum = 1;
				for (int turn = 0; turn < 2 && i < n; turn++) {
					sum += a(i) + a(i + 2) * 5 - a(i + 15) + a(i + 1) * 3 + a(i + 17) * 3 * 2 + a(i + 31) * 3;
					sum -= a(i + 1);
				}
				return sum;
			});
		}
}

template <class Index, bool up_to>
static void try_triangle()
{
	Buffer<unsigned> in(most + 1), out(most + 1);
	in.fill(value_of);
	static unsigned rows[2][most + 1];
	for (int width : widths)
		for (int first : ends) {
			triangle<Index, up_to><<<1, width>>>(in.device, out.device, (Index)first);
			for (int i = 0; i <= most; i++)
				rows[0][i] = rows[1][i] = value_of(i);
			unsigned *now = rows[0], *before = rows[1];
			for (int end = first; end > 0; end -= end > 40 ? 37 : 1) {
				for (int i = 0; i < end; i++)
					before[i] = now[i + 1] * 3 + now[i];
				unsigned *other = now;
				now = before;
				before = other;
			}
			out.expect([&](int i) { return now[i]; });
		}
}

// What a thread does before the loop it finds in its first turn, what it does in a turn in its next, and what it did in its last behind
// the loop, all without a barrier.
__global__ void own_order(unsigned *out, int n, int step)
{
	__shared__ unsigned row[most], mine[1024];
	int x = threadIdx.x, last = x;
	for (int i = x; i < most; i += blockDim.x)
		row[i] = 1;
	__syncthreads();
	row[x] = x + 7;
	for (int i = x; i < n; i += step)
		row[i] = row[i] * 5 + (i >= step ? row[i - step] : 0);
	while (last + step < n)
		last += step;
	mine[x] = last < n ? row[last] : row[x];
	__syncthreads();
	for (int i = x; i < most; i += blockDim.x)
		out[i] = row[i] + mine[i % blockDim.x];
}

static void try_own_order()
{
	Buffer<unsigned> out(most);
	static unsigned row[most], mine[1024];
	for (int width : widths)
		for (int step : { width, 64, 256, 2 * width + 1 })
			for (int n : ends) {
				if (step < width)
					continue;
				own_order<<<1, width>>>(out.device, n, step);
				for (int i = 0; i < most; i++)
					row[i] = 1;
				for (int x = 0; x < width; x++) {
					int last = x;
					row[x] = x + 7;
					for (int i = x; i < n; i += step) {
						row[i] = row[i] * 5 + (i >= step ? row[i - step] : 0);
						last = i;
					}
					mine[x] = row[last];
				}
				out.expect([&](int i) { return row[i] + mine[i % width]; });
			}
}

enum { PLAIN, CONSTANT_STEP, UNSIGNED, AHEAD, BRANCHES, COUNTS, OWN, CARRIED, GLOBAL, KINDS };

// What a turn does with element I, on the host, too.
template <int kind>
__device__ __host__ static void turn(unsigned *row, const unsigned *in, int i, int x)
{
	switch (kind) {
	case AHEAD: row[i + 3] = in[i + 3] - 1; break;
	case BRANCHES:
		if (in[i] % 3 == 0)
			row[i] = in[i] / 3;
		else if (in[i] % 3 == 1 && row[i] % 2)
			row[i] += 5;
		break;
	case OWN: row[i] += in[i] * (x + 1); break;
	default: row[i] += in[i] * 9; break;
	}
}

template <int kind>
__global__ void kinds(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
	__shared__ unsigned row[most + 8], count[32];
	unsigned sum = 0;
	for (int i = threadIdx.x; i < most + 8; i += blockDim.x)
		row[i] = i;
	for (int i = threadIdx.x; i < 32; i += blockDim.x)
		count[i] = 0;
	__syncthreads();
	for (int t = 0; t < 3; t++) {
		if (kind == CONSTANT_STEP)
			for (int i = threadIdx.x; i < n; i += 64)
				turn<kind>(row, in, i, threadIdx.x);
		else if (kind == UNSIGNED)
			for (size_t i = threadIdx.x; i < n; i += blockDim.x)
				turn<kind>(row, in, i, threadIdx.x);
		else if (kind == AHEAD)
			for (int i = threadIdx.x; i + 3 < n; i += blockDim.x)
				turn<kind>(row, in, i, threadIdx.x);
		else if (kind == COUNTS)
			for (int i = threadIdx.x; i < n; i += blockDim.x)
				atomicAdd(&count[in[i] % 32], i);
		else if (kind == CARRIED)
			for (int i = threadIdx.x; i < n; i += blockDim.x)
				sum = sum * 3 + in[i];
		else if (kind == GLOBAL)
			for (int i = threadIdx.x; i < n; i += blockDim.x)
				out[most + 8 + i] = row[i] + in[i] * t;
		else
			for (int i = threadIdx.x; i < n; i += blockDim.x)
				turn<kind>(row, in, i, threadIdx.x);
		__syncthreads();
	}
	for (int i = threadIdx.x; i < most + 8; i += blockDim.x)
		out[i] = row[i] + (kind == COUNTS ? count[i % 32] : 0);
	sums[threadIdx.x] = sum;
}

template <int kind>
static void try_kind()
{
	Buffer<unsigned> in(most + 8), out(2 * (most + 8)), sums(1024);
	in.fill(value_of);
	static unsigned row[most + 8], all[most + 8];
	for (int i = 0; i < most + 8; i++)
		all[i] = value_of(i);
	for (int width : widths)
		for (int n : ends) {
			if (kind == CONSTANT_STEP && width > 64)
				continue;
			unsigned count[32] = { 0 }, sum[1024] = { 0 };
			CALL(cudaMemset(out.device, 0, out.count * sizeof(unsigned)));
			CALL(cudaMemset(sums.device, 0, sums.count * sizeof(unsigned)));
			kinds<kind><<<1, width>>>(in.device, out.device, sums.device, n);
			int step = kind == CONSTANT_STEP ? 64 : width, end = kind == AHEAD ? n - 3 : n;
			for (int i = 0; i < most + 8; i++)
				row[i] = i;
			for (int t = 0; t < 3; t++)
				for (int x = 0; x < width; x++)
					for (int i = x; i < end; i += step) {
						if (kind == COUNTS)
							count[all[i] % 32] += i;
						else if (kind == CARRIED)
							sum[x] = sum[x] * 3 + all[i];
						else if (kind != GLOBAL)
							turn<kind>(row, all, i, x);
					}
			out.expect([&](int i) {
				if (i >= most + 8)
					return kind == GLOBAL && i - most - 8 < n ? row[i - most - 8] + all[i - most - 8] * 2 : 0;
				return row[i] + (kind == COUNTS ? count[i % 32] : 0);
			});
			sums.expect([&](int i) { return sum[i]; });
		}
}

// In blocks of several rows each row goes along; some threads have left, or don't come to the loop.
template <bool leave>
__global__ void rows_of_threads(unsigned *out, int n, int some)
{
	__shared__ unsigned all[64], each[8][64];
	int x = threadIdx.x, y = threadIdx.y, rank = y * blockDim.x + x;
	for (int i = rank; i < 64; i += blockDim.x * blockDim.y)
		all[i] = 0;
	for (int i = x; i < 64; i += blockDim.x)
		each[y][i] = y;
	__syncthreads();
	if (leave && x >= some)
		return;
	if (leave || x < some)
		for (int i = x; i < n; i += blockDim.x)
			each[y][i] += i;
	__syncthreads();
	for (int i = x; i < n; i += blockDim.x)
		atomicAdd(&all[i], i + 1);
	__syncthreads();
	for (int i = x; i < 64; i += blockDim.x)
		out[y * 64 + i] = each[y][i] + all[i];
}

template <bool leave>
static void try_rows()
{
	for (dim3 block : { dim3(16, 4), dim3(32, 8), dim3(64, 2), dim3(16, 8), dim3(128, 8), dim3(8, 8), dim3(20, 3) })
		for (int n : { 0, 1, 16, 17, 40, 64 })
			for (int some : { 0, 3, 16, 20, 1000 }) {
				Buffer<unsigned> out(64 * block.y, 0);
				rows_of_threads<leave><<<1, block>>>(out.device, n, some);
				int width = block.x, left = leave ? some : width;
				out.expect([&](int k) {
					int i = k % 64, x = i % width;
					if (x >= left)
						return 0u;
					unsigned each = k / 64 + (i < n && x < some ? i : 0);
					return each + (i < n ? block.y * (i + 1) : 0);
				});
			}
}

int main()
{
	try_triangle<int, false>();
	try_triangle<int, true>();
	try_triangle<unsigned, false>();
	try_triangle<long long, false>();
	try_triangle<long long, true>();
	try_triangle<size_t, false>();
	try_neighbours<int>();
	try_neighbours<float>();
	try_neighbours<double>();
	try_neighbours<short>();
	try_own_order();
	try_kind<PLAIN>();
	try_kind<CONSTANT_STEP>();
	try_kind<UNSIGNED>();
	try_kind<AHEAD>();
	try_kind<BRANCHES>();
	try_kind<COUNTS>();
	try_kind<OWN>();
	try_kind<CARRIED>();
	try_kind<GLOBAL>();
	try_rows<false>();
	try_rows<true>();
	return unit_finish();
}
