// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that walk along pieces of memory of their own and of lengths of their own, as the rows of sparse matrices are: products
// with vectors, neighbours of elements, loops that begin with a turn, that end at the first of some values, and that store.  The arrays end where the
// last row does.
// FLAGS: -fmad=false
#include <vector>

#include "kernels/kernel_test.h"

// The rows' beginnings, and behind them their common end.
template <class I, class T>
__global__ void product(const I *starts, const int *columns, const T *values, const T *x, T *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows) {
		T sum = 0;
		for (I k = starts[row]; k < starts[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[row] = sum;
	}
}

// Elements before and behind an element's own; the place where the row ends is told, too.
template <class I, class T>
__global__ void neighbours(const I *starts, const T *values, T *sums, I *ends, int margin)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	I k = starts[row], end = starts[row + 1];
	T sum = 0;
	while (k < end) {
		T here = values[k + margin];
		if (here > (T)500)
			sum += values[k];
		else
			sum += here - values[k + 2 * margin];
		++k;
	}
	sums[row] = sum;
	ends[row] = k;
}

// Rows of one element at least.
template <class I, class T>
__global__ void at_least_one(const I *starts, const T *values, T *sums)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	I k = starts[row];
	T sum = 1;
	do
		sum = sum * (T)3 + values[k];
	while (++k != starts[row + 1]);
	sums[row] = sum;
}

// A step is made before the end is asked for, where a row is empty, too.
template <class I, class T>
__global__ void one_too_many(const I *starts, const T *values, T *sums)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	I k = starts[row];
	T sum = 0;
	do
		sum += values[k] * (T)(k - starts[row] + 1);
	while (++k < starts[row + 1]);
	sums[row] = sum;
}

// What a row's earlier turns stored is read by its later ones.
template <class I, class T>
__global__ void in_place(const I *starts, T *values)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	for (I k = starts[row] + 1; k < starts[row + 1]; k++)
		values[k] += values[k - 1];
}

// Ends at the first large value.
template <class I, class T>
__global__ void until_large(const I *starts, const T *values, I *counts)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	I k = starts[row];
	while (k < starts[row + 1] && values[k] < (T)900)
		k++;
	counts[row] = k - starts[row];
}

template <class T>
static T value_of(size_t i) { return (T)(int)(((unsigned)i * 2654435761u >> 9) % 1000); }

enum { MARGIN = 3 };

template <class I, class T>
static void try_rows(int block, int least, const std::vector<int> &lengths)
{
	int rows = 2 * block;
	std::vector<I> starts(rows + 1);
	for (int row = 0; row < rows; row++)
		starts[row + 1] = starts[row] + (I)(least + lengths[row % lengths.size()]);
	int count = (int)starts[rows];
	auto value = [](int i) { return value_of<T>((size_t)i); };
	auto column = [&](int i) { return (int)((unsigned)i * 40503u % (unsigned)rows); };
	Buffer<I> begins(rows + 1), ends(rows);
	Buffer<int> columns(count);
	Buffer<T> values(count), more(count + 2 * MARGIN), x(rows), y(rows);
	begins.fill([&](int i) { return starts[i]; });
	columns.fill(column);
	values.fill(value);
	more.fill(value);
	x.fill(value);
	auto over_row = [&](int row, auto change) {
		T sum = 0;
		for (int k = (int)starts[row]; k < (int)starts[row + 1]; k++)
			change(sum, k);
		return sum;
	};
	auto times = [&](int row) {
		return over_row(row, [&](T &sum, int k) { T term = value(k) * value(column(k)); sum = sum + term; });
	};
	y.fill([](int) { return (T)77; });
	product<<<2, block>>>(begins.device, columns.device, values.device, x.device, y.device, rows - 3);
	y.expect([&](int row) { return row < rows - 3 ? times(row) : (T)77; });
	neighbours<<<2, block>>>(begins.device, more.device, y.device, ends.device, MARGIN);
	y.expect([&](int row) {
		return over_row(row, [&](T &sum, int k) {
			T here = value(k + MARGIN), difference = here - value(k + 2 * MARGIN);
			sum = sum + (here > (T)500 ? value(k) : difference);
		});
	});
	ends.expect([&](int row) { return starts[row + 1]; });
	until_large<<<2, block>>>(begins.device, values.device, ends.device);
	ends.expect([&](int row) {
		int k = (int)starts[row];
		while (k < (int)starts[row + 1] && value(k) < (T)900)
			k++;
		return (I)k - starts[row];
	});
	if (least) {
		at_least_one<<<2, block>>>(begins.device, values.device, y.device);
		y.expect([&](int row) {
			T sum = 1;
			for (int k = (int)starts[row]; k < (int)starts[row + 1]; k++) {
				T tripled = sum * (T)3;
				sum = tripled + value(k);
			}
			return sum;
		});
	}
	one_too_many<<<2, block>>>(begins.device, more.device, y.device);
	y.expect([&](int row) {
		T sum = 0;
		int k = (int)starts[row];
		do {
			T term = value(k) * (T)(k - (int)starts[row] + 1);
			sum = sum + term;
		} while (++k < (int)starts[row + 1]);
		return sum;
	});
	in_place<<<2, block>>>(begins.device, values.device);
	std::vector<T> wanted(count);
	for (int row = 0; row < rows; row++)
		for (int k = (int)starts[row]; k < (int)starts[row + 1]; k++)
			wanted[k] = value(k) + (k > (int)starts[row] ? wanted[k - 1] : (T)0);
	values.expect([&](int i) { return wanted[i]; });
}

template <class I, class T>
static void try_type()
{
	static const std::vector<std::vector<int>> ways = {
		{ 0 }, { 1 }, { 40 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100 }, { 7, 8, 9, 10 }, { 15, 16, 17, 18, 31, 32, 33, 34, 0 },
		{ 28, 4, 13, 21, 9, 17, 25, 6 }, { 64, 1, 63, 2, 65 },
	};
	for (int block : { 32, 33, 64, 7 })
		for (const std::vector<int> &lengths : ways)
			for (int least : { 0, 1 })
				try_rows<I, T>(block, least, lengths);
}

int main()
{
	try_type<int, float>();
	try_type<unsigned, int>();
	try_type<long long, double>();
	try_type<size_t, unsigned>();
	try_type<short, float>();
	try_type<int, unsigned long long>();
	return unit_finish();
}
