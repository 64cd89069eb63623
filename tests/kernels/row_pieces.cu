// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that walk along pieces of memory of their own: rows of matrices that are added up, copied, scanned in place, and moved by
// some elements within the piece, so that what a thread writes it may read in a later turn.
// FLAGS: -fmad=false
#include <algorithm>
#include <vector>

#include "kernels/kernel_test.h"

template <class T, class I>
__global__ void sum_rows(const T *data, T *sums, I rows, I n)
{
	I row = (I)blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	T sum = 0;
	for (I i = 0; i < n; i++)
		sum += data[row * n + i];
	sums[row] = sum;
}

template <class T>
__global__ void times_vector(const T *matrix, const T *vector, T *out, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	T sum = 0;
	for (int i = 0; i < n; i++)
		sum += matrix[row * n + i] * vector[i];
	out[row] = sum;
}

template <class T>
__global__ void scan_in_place(T *data, int n)
{
	T *mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * n, before = 0;
	for (int i = 0; i < n; i++) {
		T here = mine[i];
		mine[i] = before;
		before += here;
	}
}

template <class T>
__global__ void add_rows(const T *a, const T *b, T *c, unsigned n)
{
	size_t row = blockIdx.x * blockDim.x + threadIdx.x;
	for (unsigned i = 0; i < n; i++)
		c[row * n + i] = a[row * n + i] + (T)2 * b[row * n + i];
}

// Pieces lie apart; in them what is read lies DISTANCE before what is written, or behind.
template <class T>
__global__ void move_within(T *data, int n, int each, int margin, int distance)
{
	T *mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * each + margin;
	for (int i = 0; i < n; i++)
		mine[i + distance] = mine[i] * (T)3 + (T)i;
}

// Threads without a row of their own stay out, in the whole loop or in parts of it.
template <class T>
__global__ void some_rows(T *const *rows, T *sums, T *out, int n)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	T *mine = rows[me], sum = 0, last = (T)(me + 1);
	for (int i = 0; i < n; i++) {
		if (mine) {
			last = mine[i];
			mine[i] = last * (T)2;
		}
		sum += last;
	}
	sums[me] = sum;
	if (!mine)
		return;
	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < n; i++)
			out[me * n + i] = mine[i] + (T)turn;
		if (me % 3 == turn)
			break;
	}
}

// Elements of three sizes in one turn.
__global__ void mixed_sizes(const unsigned char *bytes, const short *shorts, const float *floats, float *out, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += bytes[row * n + i] * shorts[row * n + i] + floats[row * n + i];
	out[row] = sum;
}

// Counts in a local array what a row has; the last byte goes out, too.
__global__ void count_kinds(const unsigned char *bytes, int *most, unsigned char *last, int rows, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, counts[16];
	if (row >= rows)
		return;
	for (int k = 0; k < 16; k++)
		counts[k] = 0;
	unsigned char byte = 0;
	for (int i = 0; i < n; i++) {
		byte = bytes[row * n + i];
		counts[byte >> 4]++;
	}
	int best = 0;
	for (int k = 0; k < 16; k++)
		best = max(best, counts[k] * 16 + k);
	most[row] = best;
	last[row] = byte;
}

// Turns that a compiler knows.
template <int n>
__global__ void count_letter(const unsigned char *bytes, int *counts)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
	for (int i = 0; i < n; i++)
		count += bytes[row * n + i] == 'e';
	counts[row] = count;
}

// The loop ends at the first zero in some threads.
__global__ void until_zero(const int *data, int *counts, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
	while (i < n && data[row * n + i])
		i++;
	counts[row] = i;
}

template <class T>
static T value_of(int i) { return (T)(int)(((unsigned)i * 2654435761u >> 9) % 1000); }

static const int margin = 40;

template <class T>
static void try_moves(int block, int n, int distance)
{
	int each = n + 2 * margin, threads = 2 * block;
	Buffer<T> data(threads * each);
	data.fill([](int i) { return value_of<T>(i); });
	std::vector<T> wanted(threads * each);
	for (int i = 0; i < threads * each; i++)
		wanted[i] = value_of<T>(i);
	for (int t = 0; t < threads; t++)
		for (int i = 0; i < n; i++) {
			T *mine = &wanted[t * each + margin];
			T product = mine[i] * (T)3; // by itself: some hosts fuse what stands in one expression
			mine[i + distance] = product + (T)i;
		}
	move_within<<<2, block>>>(data.device, n, each, margin, distance);
	data.expect([&](int i) { return wanted[i]; });
}

template <class T>
static void try_rows(int block, int n)
{
	int threads = 2 * block;
	Buffer<T> data(threads * n), more(threads * n), out(threads * n), sums(threads), products(threads), vector(n);
	auto value = [](int i) { return value_of<T>(i); };
	auto row_sum = [&](int row) {
		T sum = 0;
		for (int i = 0; i < n; i++)
			sum += value(row * n + i);
		return sum;
	};
	data.fill(value);
	more.fill([&](int i) { return value(i + 7); });
	vector.fill(value);
	sum_rows<T, int><<<2, block>>>(data.device, sums.device, threads, n);
	sums.expect(row_sum);
	sum_rows<T, size_t><<<2, block>>>(data.device, sums.device, (size_t)threads - 3, (size_t)n);
	sums.expect(row_sum);
	times_vector<<<2, block>>>(data.device, vector.device, products.device, n);
	products.expect([&](int row) {
		T sum = 0;
		for (int i = 0; i < n; i++)
			sum += value(row * n + i) * value(i);
		return sum;
	});
	add_rows<<<2, block>>>(data.device, more.device, out.device, (unsigned)n);
	out.expect([&](int i) { return (T)(value(i) + (T)2 * value(i + 7)); });
	add_rows<<<2, block>>>(data.device, more.device, more.device, (unsigned)n);
	more.expect([&](int i) { return (T)(value(i) + (T)2 * value(i + 7)); });
	scan_in_place<<<2, block>>>(data.device, n);
	data.expect([&](int i) {
		T before = 0;
		for (int k = i / n * n; k < i; k++)
			before += value(k);
		return before;
	});
}

template <class T>
static void try_some(int block, int n, unsigned pattern)
{
	int threads = 2 * block;
	Buffer<T> data(threads * n), sums(threads), out(threads * n, 0);
	Buffer<T *> rows(threads);
	auto value = [](int i) { return value_of<T>(i); };
	auto takes_part = [=](int row) { return (pattern >> row * 5 % 32 & 1) != 0; };
	data.fill(value);
	rows.fill([&](int row) { return takes_part(row) ? data.device + row * n : NULL; });
	some_rows<<<2, block>>>(rows.device, sums.device, out.device, n);
	sums.expect([&](int row) {
		T sum = 0;
		for (int i = 0; i < n; i++)
			sum += takes_part(row) ? value(row * n + i) : (T)(row + 1);
		return sum;
	});
	data.expect([&](int i) { return (T)(value(i) * (T)(takes_part(i / n) ? 2 : 1)); });
	out.expect([&](int i) { return takes_part(i / n) ? (T)(value(i) * (T)2 + (T)(i / n % 3)) : (T)0; });
}

// Rows of shared memory: filled, changed in place, multiplied by those of others (which all threads read), and taken back.
template <class T>
__global__ void shared_rows(const T *in, T *out, int n)
{
	extern __shared__ double room[];
	T *rows = (T *)room, *mine = rows + threadIdx.x * n;
	int first = blockIdx.x * blockDim.x * n;
	for (int i = 0; i < n; i++)
		mine[i] = in[first + threadIdx.x * n + i];
	for (int i = 0; i < n; i++)
		mine[i] += (T)i;
	__syncthreads();
	for (int other = 0; other < 3; other++) {
		T sum = 0;
		for (int i = 0; i < n; i++)
			sum += mine[i] * rows[other * n + i];
		out[(blockIdx.x * blockDim.x + threadIdx.x) * (n + 3) + other] = sum;
	}
	for (int i = 0; i < n; i++)
		out[(blockIdx.x * blockDim.x + threadIdx.x) * (n + 3) + 3 + i] = mine[i];
}

template <class T>
static void try_shared(int block, int n)
{
	Buffer<T> in(2 * block * n), out(2 * block * (n + 3));
	in.fill([](int i) { return value_of<T>(i); });
	shared_rows<<<2, block, block * n * sizeof(T)>>>(in.device, out.device, n);
	auto value = [&](int row, int i) { return (T)(value_of<T>(row * n + i) + (T)i); };
	out.expect([&](int at) {
		int row = at / (n + 3), column = at % (n + 3), first = row / block * block;
		T sum = 0;
		if (column >= 3)
			return value(row, column - 3);
		for (int i = 0; i < n; i++)
			sum += value(row, i) * value(first + column, i);
		return sum;
	});
}

template <class T>
static void try_type()
{
	for (int block : { 32, 64, 96, 33 }) {
		for (int n : { 1, 8, 15, 16, 17, 33, 50 })
			try_shared<T>(block, n);
		for (int n : { 1, 8, 9, 15, 16, 17, 18, 32, 33, 34, 64, 101 })
			try_rows<T>(block, n);
		for (int distance : { -40, -17, -16, -9, -8, -1, 0, 1, 7, 8, 9, 15, 16, 17, 31, 40 })
			try_moves<T>(block, 70, distance);
		for (unsigned pattern : { 0u, 1u, 0x80000000u, 0x12345678u, 0xfffffffeu, ~0u })
			for (int n : { 3, 16, 17, 40, 67 })
				try_some<T>(block, n, pattern);
	}
}

static unsigned char byte_of(int i) { return (unsigned char)((unsigned)i * 2654435761u >> 11); }

static void try_bytes(int block, int n)
{
	int threads = 2 * block;
	Buffer<unsigned char> bytes(threads * n), last(threads, 0);
	Buffer<short> shorts(threads * n);
	Buffer<float> floats(threads * n), sums(threads);
	Buffer<int> most(threads, 0);
	bytes.fill(byte_of);
	shorts.fill([](int i) { return (short)(i * 31 % 200 - 100); });
	floats.fill([](int i) { return (float)(i % 50); });
	mixed_sizes<<<2, block>>>(bytes.device, shorts.device, floats.device, sums.device, n);
	sums.expect([&](int row) {
		int sum = 0;
		for (int i = row * n; i < row * n + n; i++)
			sum += byte_of(i) * (i * 31 % 200 - 100) + i % 50;
		return (float)sum;
	});
	count_kinds<<<2, block>>>(bytes.device, most.device, last.device, threads - 5, n);
	most.expect([&](int row) {
		int counts[16] = {}, best = 0;
		for (int i = row * n; i < row * n + n; i++)
			counts[byte_of(i) >> 4]++;
		for (int k = 0; k < 16; k++)
			best = std::max(best, counts[k] * 16 + k);
		return row < threads - 5 ? best : 0;
	});
	last.expect([&](int row) { return row < threads - 5 ? byte_of(row * n + n - 1) : (unsigned char)0; });
}

template <int n>
static void try_letters()
{
	const int threads = 192;
	Buffer<unsigned char> bytes(threads * n);
	Buffer<int> counts(threads);
	bytes.fill([](int i) { return (unsigned char)('a' + byte_of(i) % 7); });
	count_letter<n><<<2, threads / 2>>>(bytes.device, counts.device);
	counts.expect([](int row) {
		int count = 0;
		for (int i = row * n; i < row * n + n; i++)
			count += 'a' + byte_of(i) % 7 == 'e';
		return count;
	});
}

int main()
{
	try_type<unsigned char>();
	try_type<short>();
	for (int block : { 32, 64, 33 })
		for (int n : { 1, 7, 8, 16, 17, 48, 101 })
			try_bytes(block, n);
	try_letters<32>();
	try_letters<64>();
	try_letters<100>();
	try_type<unsigned>();
	try_type<float>();
	try_type<double>();
	try_type<unsigned long long>();
	const int n = 50, threads = 64;
	Buffer<int> data(threads * n), counts(threads);
	data.fill([](int i) { return (i * 7919) % 61; });
	until_zero<<<2, 32>>>(data.device, counts.device, n);
	counts.expect([](int row) {
		int i = 0;
		while (i < n && ((row * n + i) * 7919) % 61)
			i++;
		return i;
	});
	return unit_finish();
}
