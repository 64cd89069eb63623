// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways between barriers that end alike, with what one thread does for the block: the compiler makes one of these ends, to which some
// gangs of one way come and all of another.
#include "kernels/kernel_test.h"

enum { ITEMS = 40 };

__device__ int block_sum(int value)
{
	__shared__ int sum;
	__syncthreads();
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, value);
	__syncthreads();
	return sum;
}

// Rows whose sum is 0 get -1, and all threads go on to the next.
__global__ void skips(int *out, const int *in, int rows)
{
	__shared__ int most;
	for (int row = 0; row < rows; row++) {
		int own = 0;
		for (int i = threadIdx.x; i < ITEMS; i += blockDim.x)
			own += in[row * ITEMS + i];
		if (threadIdx.x == 0)
			most = 0;
		if (block_sum(own) == 0) {
			if (threadIdx.x == 0)
				out[row] = -1;
			continue;
		}
		for (int i = threadIdx.x; i < ITEMS; i += blockDim.x)
			atomicMax(&most, in[row * ITEMS + i] * 100 + i);
		__syncthreads();
		if (threadIdx.x == 0)
			out[row] = most;
	}
}

// Three ways: nothing to do, found early, and a search from the end by one thread.
__global__ void searches(int *out, const int *in, const int *wanted, int rows)
{
	__shared__ int place;
	__shared__ bool found;
	for (int row = blockIdx.x; row < rows; row += gridDim.x) {
		const int *items = in + row * ITEMS;
		int value = wanted[row];
		__syncthreads();
		if (value < 0) {
			if (threadIdx.x == 0)
				out[row] = value;
			continue;
		}
		found = false;
		for (int first = 0; first < ITEMS && !found; first += blockDim.x) {
			if (threadIdx.x == 0)
				place = ITEMS;
			__syncthreads();
			int i = first + threadIdx.x;
			if (i < ITEMS && items[i] == value) {
				atomicMin(&place, i);
				found = true;
			}
			__syncthreads();
		}
		if (threadIdx.x == 0) {
			if (found) {
				out[row] = place;
			} else {
				for (int i = ITEMS - 1; i >= 0; i--)
					if (items[i] > value) {
						out[row] = 1000 + i;
						break;
					}
			}
		}
	}
}

// A launch's last way out is shared by blocks with nothing to do; what is stored comes from either way.
__global__ void ends(int *out, int count)
{
	__shared__ int shared[2];
	int value = blockIdx.x * 3;
	if (blockIdx.x % 4 != 1) {
		shared[threadIdx.x & 1] = count;
		__syncthreads();
		value += shared[0];
		if (threadIdx.x >= 40)
			value++;
		value += __syncthreads_count(threadIdx.x % 3 == 0);
		if (threadIdx.x % 16 == 5) {
			value *= 2;
			if (threadIdx.x == 5)
				out[gridDim.x + blockIdx.x] = value;
		}
	}
	if (threadIdx.x < 2)
		out[blockIdx.x] = value;
}

static int item(int row, int i)
{
	return row % 3 == 1 ? 0 : (row * 31 + i * i * 7) % 23;
}

static void run(int threads)
{
	enum { ROWS = 7 };
	Buffer<int> in(ROWS * ITEMS), out(ROWS), wanted(ROWS);
	in.fill([](int i) { return item(i / ITEMS, i % ITEMS); });
	wanted.fill([](int row) { return row == 2 ? -5 : row == 3 ? 1 : row * 4 % 23; });
	skips<<<1, threads>>>(out.device, in.device, ROWS);
	out.expect([](int row) {
		int most = -1;
		for (int i = 0; i < ITEMS && row % 3 != 1; i++)
			most = item(row, i) * 100 + i > most ? item(row, i) * 100 + i : most;
		return most;
	});
	Buffer<int> places(ROWS);
	for (int blocks : { 1, 3 }) {
		CALL(cudaMemset(places.device, 0, ROWS * sizeof(int)));
		searches<<<blocks, threads>>>(places.device, in.device, wanted.device, ROWS);
		places.expect([](int row) {
			int value = row == 2 ? -5 : row == 3 ? 1 : row * 4 % 23;
			for (int i = 0; i < ITEMS && value >= 0; i++)
				if (item(row, i) == value)
					return i;
			for (int i = ITEMS - 1; i >= 0 && value >= 0; i--)
				if (item(row, i) > value)
					return 1000 + i;
			return value < 0 ? value : 0;
		});
	}
	enum { BLOCKS = 6 };
	Buffer<int> last(2 * BLOCKS);
	ends<<<BLOCKS, threads>>>(last.device, 9);
	last.expect([&](int i) {
		int block = i % BLOCKS, value = block * 3 + 9 + (threads + 2) / 3;
		if (i < BLOCKS)
			return block % 4 == 1 ? block * 3 : value;
		return block % 4 == 1 || threads <= 5 ? (int)0xcdcdcdcd : 2 * value;
	});
}

int main()
{
	for (int threads : { 1, 2, 31, 32, 33, 64, 100, 256 })
		run(threads);
	return unit_finish();
}
