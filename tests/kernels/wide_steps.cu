// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose counters have 32 bits and whose steps 64, as a grid's size in cooperative groups has: the sum is cut in each turn.  With
// counters that begin below 0, that go down, that wrap, and sums of what they go over.
#include "kernels/kernel_test.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void sums(const float *in, double *out, unsigned n)
{
	extern __shared__ double parts[];
	cg::grid_group grid = cg::this_grid();
	cg::thread_block block = cg::this_thread_block();
	parts[block.thread_rank()] = 0;
	for (int i = grid.thread_rank(); i < n; i += grid.size())
		parts[block.thread_rank()] += in[i];
	cg::sync(block);
	if (block.thread_rank() == 0) {
		double sum = 0;
		for (unsigned i = 0; i < block.size(); i++)
			sum += parts[i];
		out[blockIdx.x] = sum;
	}
}

// The arguments are the first thread's counter and the step.
template <class T>
__host__ __device__ static long long walk(T first, long long step, T end, int turns)
{
	long long sum = 0;
	for (T i = first; i < end && turns-- > 0; i += step)
		sum = sum * 3 + i;
	return sum;
}

template <class T>
__global__ void walks(T first, long long step, T end, int turns, long long *out)
{
	int rank = blockIdx.x * blockDim.x + threadIdx.x;
	out[rank] = walk<T>((T)(first + rank), step, end, turns);
}

// What lies there is read and written.
__global__ void scale(float *data, int first, int n, size_t step)
{
	for (int i = first + (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step)
		if (i >= 0)
			data[i] = data[i] * 2 + 1;
}

template <class T>
static void check(T first, long long step, T end, int turns)
{
	for (dim3 shape : { dim3(32), dim3(96), dim3(50) }) {
		Buffer<long long> out(3 * size_of(shape));
		walks<T><<<3, shape>>>(first, step, end, turns, out.device);
		out.expect([&](int i) { return walk<T>((T)(first + i), step, end, turns); });
	}
}

int main()
{
	check<int>(-100, 7, 2000, 1000);
	check<int>(5, 1ll << 32, 1000, 20);
	check<int>(5, (1ll << 32) + 64, 5000, 200);
	check<int>(900, -64, 1100, 30);
	check<unsigned>(0xffffff00u, 300, 0xffffffffu, 40);
	check<unsigned>(7, 0x10000000ll, 0xfffffff0u, 50);
	check<short>(-3000, 100, 3000, 100);
	check<long long>(1ll << 33, 1ll << 31, 1ll << 36, 100);
	const int n = 100000;
	Buffer<float> in(n), data(n);
	in.fill([](int i) { return (float)(i % 7); });
	for (int block : { 64, 256, 100 }) {
		const int blocks = 5;
		Buffer<double> out(blocks);
		sums<<<blocks, block, block * sizeof(double)>>>(in.device, out.device, n);
		out.expect([&](int part) {
			double sum = 0;
			for (int i = 0; i < n; i++)
				sum += i / block % blocks == part ? i % 7 : 0;
			return sum;
		});
		data.fill([](int i) { return (float)i; });
		scale<<<blocks, block>>>(data.device, -1000, n, (size_t)blocks * block);
		data.expect([](int i) { return (float)i * 2 + 1; });
	}
	return unit_finish();
}
