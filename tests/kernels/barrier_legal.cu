// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers under branches and in loops that all threads take alike, though the compiler can't see it: no
// report of divergence.  Conditions come from memory, trip counts differ from turn to turn, loops are left
// in the middle, threads return early, functions with barriers are called in all of these.
#include "kernels/kernel_test.h"

#include <numeric>
#include <vector>

__device__ __noinline__ int rotate(int *shared, int value, int by)
{
	int n = block_volume(), me = thread_rank();
	shared[me] = value;
	__syncthreads();
	value = shared[(me + by) % n];
	__syncthreads();
	return value;
}

__device__ int recursive(int *shared, int value, int depth)
{
	if (depth == 0)
		return value;
	value = rotate(shared, value, 1);
	return recursive(shared, value, depth - 1);
}

typedef int (*Step)(int *, int, int);

__global__ void legal(const int *control, int *out, int beyond)
{
	__shared__ int shared[1024];
	__shared__ int done;
	Step step = control[7] ? rotate : recursive;
	int me = thread_rank(), value = me;
	if (me >= beyond)
		return;
	for (int i = 0; i < control[0]; i++) // 3 turns
		for (int j = 0; j < control[i + 1]; j++) // 0, 2 and 1 turns
			value = rotate(shared, value, 1);
	if (control[4])
		value = rotate(shared, value, 2);
	if (me == 0)
		done = 0;
	__syncthreads();
	while (true) {
		value = rotate(shared, value, 1);
		if (me == 0)
			done++;
		__syncthreads();
		if (done == control[5]) // 4 turns
			break;
		__syncthreads();
	}
	switch (control[6]) {
	case 1: value = rotate(shared, value, 100); break;
	case 2: value = recursive(shared, value, 3); break;
	default: break;
	}
	if (control[7])
		value = step(shared, value, 5);
	out[me] = value;
}

// Threads without work go around the whole body; the others go on among themselves.
__global__ void guarded(int *out, int count)
{
	__shared__ int shared[1024];
	int me = thread_rank();
	if (me < count) {
		for (int i = 0; i < 3; i++) {
			shared[me] = i + me;
			__syncthreads();
			out[me] = shared[count - 1 - me];
			__syncthreads();
		}
	}
}

// Threads return from within the loop, one after another.
__global__ void leaving(int *out)
{
	int me = thread_rank();
	for (int i = 0; i < 3; i++) {
		out[me] = i;
		__syncthreads();
		if (me % 4 == i)
			return;
	}
	out[me] = 3;
}

// Asks for its block's size in a loop that threads may skip, and again for the loop with barriers: gangs (tests/awcc/kernel_gangs.sh).
__global__ void row_sums(const int *rows, int *sums, int length)
{
	__shared__ int partial[1024];
	int sum = 0;
	for (int i = threadIdx.x; i < length; i += blockDim.x)
		sum += rows[blockIdx.x * length + i];
	partial[threadIdx.x] = sum;
	__syncthreads();
	for (int half = blockDim.x / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			partial[threadIdx.x] += partial[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		sums[blockIdx.x] = partial[0];
}

static void test_row_sums()
{
	const int length = 77, rows = 5;
	Buffer<int> numbers(rows * length), sums(rows);
	std::vector<int> data(rows * length);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = (int)(i * i % 101);
	numbers.upload(data.data());
	for (int threads : { 1, 2, 32, 128, 1024 }) {
		row_sums<<<rows, threads>>>(numbers.device, sums.device, length);
		sums.expect([&](int row) { return std::accumulate(&data[row * length], &data[row * length] + length, 0); });
	}
}

int main()
{
	test_row_sums();
	const int control[] = { 3, 0, 2, 1, 1, 4, 2, 1 };
	const int turns = 0 + 2 + 1 + 2 + 4 + 3 + 5;
	Buffer<int> settings(8);
	settings.upload(control);
	for (dim3 block : shapes) {
		int n = size_of(block);
		Buffer<int> out(n);
		leaving<<<2, block>>>(out.device);
		out.expect([](int i) { return i % 4; });
		legal<<<3, block>>>(settings.device, out.device, n);
		out.expect([&](int i) { return (i + turns) % n; });
	}
	for (int count : { 1, 31, 64, 100, 256 }) {
		Buffer<int> out(count);
		guarded<<<2, 256>>>(out.device, count);
		out.expect([&](int i) { return 2 + count - 1 - i; });
	}
	return unit_finish();
}
