// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers behind branches that threads take by their numbers, and all alike because the sizes are such: gangs (tests/awcc/kernel_gangs.sh).
#include "kernels/kernel_test.h"

#include <algorithm>
#include <vector>

// A multiple of the block's size.
__global__ void loops(const int *in, int *out, int count)
{
	__shared__ int shared[1024];
	int n = block_volume(), me = thread_rank(), sum = 0;
	for (int i = me; i < count; i += n) {
		shared[me] = in[i];
		__syncthreads();
		sum += shared[n - 1 - me];
		__syncthreads();
	}
	out[blockIdx.x * n + me] = sum;
}

// A loop with two ends, in one that all take alike, behind a barrier, with a branch around a barrier in it.
__global__ void nested(const int *in, int *out, int count, int rounds)
{
	__shared__ int shared[1024];
	int n = block_volume(), me = thread_rank(), sum = 0;
	__syncthreads();
	for (int round = 0; round < rounds; round++) {
		int i = me;
		__syncthreads();
		while (true) {
			if (i >= count)
				break;
			shared[me] = in[i] + round;
			__syncthreads();
			int other = shared[(me + 1) % n];
			if (other >= 0 && me + i < 2 * count) {
				__syncthreads();
				shared[me] += other;
			}
			__syncthreads();
			sum += shared[(me + 1) % n];
			if (i + n >= count)
				break;
			i += n;
			__syncthreads();
		}
		out[me] = sum;
	}
	__syncthreads();
	out[me] += sum;
}

// What follows is more than the kernel's end.
__global__ void guarded(const int *in, int *out, int count)
{
	__shared__ int shared[1024];
	int n = block_volume(), me = thread_rank(), i = blockIdx.x * n + me, other = -1;
	if (i < count) {
		shared[me] = in[i];
		__syncthreads();
		other = shared[n - 1 - me];
	}
	out[i] = other;
	__syncthreads();
	out[i] += me;
}

// The vote of those that agree.
__global__ void votes(const int *in, int *out, int count)
{
	int n = block_volume(), me = thread_rank(), sum = 0;
	for (int i = me; i < count; i += n)
		sum += __syncthreads_count(in[i] % 3 == 0);
	out[me] = sum;
}

static void test(dim3 block)
{
	const int n = size_of(block), turns = 3, count = turns * n;
	std::vector<int> data(count), sums(n), seen(n);
	Buffer<int> in(count), out(count);
	for (int i = 0; i < count; i++)
		data[i] = i * i % 101;
	in.upload(data.data());

	loops<<<3, block>>>(in.device, out.device, count);
	for (int i = 0; i < count; i++)
		sums[n - 1 - i % n] += data[i];
	out.expect([&](int i) { return sums[i % n]; });

	guarded<<<3, block>>>(in.device, out.device, count);
	out.expect([&](int i) { return data[i / n * n + n - 1 - i % n] + i % n; });

	int threes = (int)std::count_if(data.begin(), data.end(), [](int value) { return value % 3 == 0; });
	Buffer<int> each(n);
	votes<<<1, block>>>(in.device, each.device, count);
	each.expect([&](int) { return threes; });

	nested<<<1, block>>>(in.device, each.device, count, 2);
	std::fill(sums.begin(), sums.end(), 0);
	for (int round = 0; round < 2; round++)
		for (int turn = 0; turn < turns; turn++) {
			const int *row = &data[turn * n];
			for (int me = 0; me < n; me++)
				seen[me] = row[me] + row[(me + 1) % n] + 2 * round;
			for (int me = 0; me < n; me++)
				sums[me] += seen[(me + 1) % n];
		}
	each.expect([&](int i) { return 2 * sums[i]; });
}

int main()
{
	for (dim3 block : shapes)
		test(block);
	return unit_finish();
}
