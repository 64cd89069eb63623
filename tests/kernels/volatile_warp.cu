// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp-synchronous code of before Volta: volatile shared memory instead of barriers.
#include "kernels/kernel_test.h"

// An inclusive scan by one warp, each step a volatile read and a volatile write in step.
__device__ int warp_scan(volatile int *cell, int lane, int value)
{
	cell[lane] = 0;
	cell += 32;
	cell[lane] = value;
	cell[lane] = value = value + cell[lane - 1];
	cell[lane] = value = value + cell[lane - 2];
	cell[lane] = value = value + cell[lane - 4];
	cell[lane] = value = value + cell[lane - 8];
	cell[lane] = value = value + cell[lane - 16];
	return value;
}

__global__ void scan(int *out)
{
	__shared__ volatile int cells[32 * 64];
	int me = thread_rank(), warp = me / 32;
	out[me] = warp_scan(cells + warp * 64, me % 32, me % 7 + 1);
}

// A reduction whose last six steps run in one warp, and whose loop has a volatile flag.
__global__ void reduce(const int *in, int *out)
{
	__shared__ int cell[1024];
	int me = threadIdx.x;
	cell[me] = in[blockIdx.x * blockDim.x + me];
	__syncthreads();
	for (int step = blockDim.x / 2; step > 32; step /= 2) {
		if (me < step)
			cell[me] += cell[me + step];
		__syncthreads();
	}
	if (me < 32) {
		volatile int *last = cell;
		last[me] += last[me + 32];
		last[me] += last[me + 16];
		last[me] += last[me + 8];
		last[me] += last[me + 4];
		last[me] += last[me + 2];
		last[me] += last[me + 1];
	}
	if (me == 0)
		out[blockIdx.x] = cell[0];
}

int main()
{
	for (dim3 b : warp_shapes) {
		Buffer<int> out(size_of(b));
		scan<<<1, b>>>(out.device);
		out.expect([&](int i) {
			int sum = 0;
			for (int j = i / 32 * 32; j <= i; j++)
				sum += j % 7 + 1;
			return sum;
		});
	}
	for (int threads : { 64, 128, 1024 }) {
		Buffer<int> in(threads * 5), out(5);
		in.fill([](int i) { return i * i % 1001; });
		reduce<<<5, threads>>>(in.device, out.device);
		out.expect([&](int block) {
			int sum = 0;
			for (int i = 0; i < threads; i++)
				sum += (block * threads + i) * (block * threads + i) % 1001;
			return sum;
		});
	}
	return unit_finish();
}
