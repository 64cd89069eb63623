// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that load from the place that they have chosen before: the largest element's place in rows, columns and lists, by indices of all
// kinds, the two largest, choices behind branches, and indices that wrap, where places of the same name aren't the same.
#include <utility>
#include <vector>

#include "kernels/kernel_test.h"

template <class T, class I>
__global__ void largest_of_row(const T *data, I *places, I n)
{
	I row = (I)(blockIdx.x * blockDim.x + threadIdx.x), best = 0;
	for (I k = 1; k < n; k++)
		if (data[row * n + k] > data[row * n + best])
			best = k;
	places[row] = best;
}

template <class T, class I>
__global__ void least_of_column(const T *data, I *places, I rows, I columns)
{
	I column = (I)(blockIdx.x * blockDim.x + threadIdx.x), best = 0;
	for (I k = 0; k < rows; k++)
		best = data[k * columns + column] < data[best * columns + column] ? k : best;
	places[column] = best;
}

// Each thread begins somewhere else in a list, behind which others lie.
template <class T>
__global__ void least_from(const T *data, const int *list, int *places, int n)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x, best = me % n;
	for (int k = me % n + 1; k < n; k++)
		if (data[list[k]] < data[list[best]])
			best = k;
	places[me] = best;
}

// The two largest, of which the second is the first before.
template <class T>
__global__ void two_largest(const T *data, int *places, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, first = 0, second = 1;
	const T *mine = data + row * n;
	if (mine[1] > mine[0]) {
		first = 1;
		second = 0;
	}
	for (int k = 2; k < n; k++) {
		if (mine[k] > mine[first]) {
			second = first;
			first = k;
		} else if (mine[k] > mine[second]) {
			second = k;
		}
	}
	places[2 * row] = first;
	places[2 * row + 1] = second;
}

struct item {
	float weight;
	int key;
};

// Of items that are open; the loop goes backwards, and some of its turns do something else.
__global__ void heaviest_open(const item *items, const unsigned char *open, int *places, int n)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x, best = n - 1, seen = 0;
	for (int k = n - 1; k >= 0; k--) {
		if (!open[me * n + k])
			continue;
		seen += items[k].key;
		if (items[k].weight * seen > items[best].weight * 8)
			best = k;
	}
	places[me] = best * 1000 + seen;
}

// Indices of 32 bits that wrap between the choice and the address, and of 8 bits.
__global__ void wrapping(const int *data, unsigned *places, unsigned n, unsigned start)
{
	unsigned me = blockIdx.x * blockDim.x + threadIdx.x, best = start;
	for (unsigned k = 0; k < n; k++)
		best = data[(start + k - start) & 63] > data[(best - start) & 63] ? start + k : best;
	places[me] = best - start + me;
	unsigned char byte = 250;
	for (unsigned k = 0; k < n; k++) {
		unsigned char next = (unsigned char)(250 + k);
		if (data[next & 63] > data[byte & 63])
			byte = next;
	}
	places[me] += 1000u * byte;
}

template <class T>
static T value_at(int i) { return (T)(((unsigned)i * 2654435761u >> 22) % 200) - (T)(100); }

template <class T, class I>
static void try_rows(int block, int n)
{
	int threads = 2 * block;
	Buffer<T> data(threads * n);
	Buffer<I> places(threads);
	data.fill(value_at<T>);
	largest_of_row<T, I><<<2, block>>>(data.device, places.device, (I)n);
	places.expect([&](int row) {
		int best = 0;
		for (int k = 1; k < n; k++)
			best = value_at<T>(row * n + k) > value_at<T>(row * n + best) ? k : best;
		return (I)best;
	});
	least_of_column<T, I><<<2, block>>>(data.device, places.device, (I)n, (I)threads);
	places.expect([&](int column) {
		int best = 0;
		for (int k = 0; k < n; k++)
			best = value_at<T>(k * threads + column) < value_at<T>(best * threads + column) ? k : best;
		return (I)best;
	});
}

template <class T>
static void try_lists(int block, int n)
{
	int threads = 2 * block;
	Buffer<T> data(threads * n);
	Buffer<int> list(n), places(threads), pairs(2 * threads);
	auto at = [&](int k) { return (k * 7 + 3) % (threads * n); };
	data.fill(value_at<T>);
	list.fill(at);
	least_from<<<2, block>>>(data.device, list.device, places.device, n);
	places.expect([&](int me) {
		int best = me % n;
		for (int k = best + 1; k < n; k++)
			best = value_at<T>(at(k)) < value_at<T>(at(best)) ? k : best;
		return best;
	});
	if (n < 2)
		return;
	two_largest<<<2, block>>>(data.device, pairs.device, n);
	pairs.expect([&](int i) {
		auto value = [&](int k) { return value_at<T>(i / 2 * n + k); };
		int first = value(1) > value(0), second = !first;
		for (int k = 2; k < n; k++) {
			if (value(k) > value(first))
				second = std::exchange(first, k);
			else if (value(k) > value(second))
				second = k;
		}
		return i % 2 ? second : first;
	});
}

static void try_items(int block, int n)
{
	int threads = 2 * block;
	Buffer<item> items(n);
	Buffer<unsigned char> open(threads * n);
	Buffer<int> places(threads);
	auto weight = [](int i) { return (float)value_at<int>(i * 3 + 1); };
	auto is_open = [](int i) { return value_at<int>(i) % 3 != 0; };
	items.fill([&](int i) { return item{ weight(i), i % 5 }; });
	open.fill([&](int i) { return (unsigned char)is_open(i); });
	heaviest_open<<<2, block>>>(items.device, open.device, places.device, n);
	places.expect([&](int me) {
		int best = n - 1, seen = 0;
		for (int k = n - 1; k >= 0; k--) {
			if (!is_open(me * n + k))
				continue;
			seen += k % 5;
			best = weight(k) * seen > weight(best) * 8 ? k : best;
		}
		return best * 1000 + seen;
	});
}

static void try_wrapping(unsigned n, unsigned start)
{
	Buffer<int> data(64);
	Buffer<unsigned> places(64);
	data.fill(value_at<int>);
	wrapping<<<1, 64>>>(data.device, places.device, n, start);
	places.expect([&](int me) {
		unsigned best = 0;
		for (unsigned k = 0; k < n; k++)
			best = value_at<int>(k & 63) > value_at<int>(best & 63) ? k : best;
		unsigned char byte = 250;
		for (unsigned k = 0; k < n; k++) {
			unsigned char next = (unsigned char)(250 + k);
			byte = value_at<int>(next & 63) > value_at<int>(byte & 63) ? next : byte;
		}
		return best + (unsigned)me + 1000u * byte;
	});
}

int main()
{
	for (int block : { 32, 64, 33 })
		for (int n : { 1, 2, 7, 16, 33, 100 }) {
			try_rows<float, int>(block, n);
			try_rows<int, unsigned>(block, n);
			try_rows<short, long>(block, n);
			try_rows<double, size_t>(block, n);
			try_lists<float>(block, n);
			try_lists<long long>(block, n);
			try_items(block, n);
		}
	for (unsigned n : { 0u, 5u, 64u, 90u })
		for (unsigned start : { 0u, 17u, 0xfffffff0u, 0x7ffffff8u })
			try_wrapping(n, start);
	return unit_finish();
}
