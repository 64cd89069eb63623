// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end by what one thread writes to shared memory, with fences: where each turn comes by a barrier nobody waits for anybody else,
// where one goes past it a thread does.
#include "kernels/kernel_test.h"

// Adds up rows until the sum is large enough; a sum of a block by shuffles and atomic operations.
__global__ void paced(int *out, const int *in, int enough)
{
	__shared__ int turn, total, sum;
	__shared__ volatile bool more;
	int me = thread_rank();
	if (me == 0) {
		turn = total = 0;
		more = true;
	}
	__syncthreads();
	while (turn < 50 && more) {
		if (me == 0)
			sum = 0;
		__threadfence();
		__syncthreads();
		int mine = in[turn] + me;
		for (int step = 16; step > 0; step /= 2)
			mine += __shfl_xor_sync(~0u, mine, step);
		if (me % 32 == 0)
			atomicAdd(&sum, mine);
		__threadfence();
		__syncthreads();
		if (me == block_volume() - 1) {
			total += sum;
			more = total < enough;
			turn++;
		}
		__syncthreads();
	}
	out[me] = total * 64 + turn;
}

// The first warp works on until the second has seen it; a turn past the barrier waits.
__global__ void waits(int *out)
{
	__shared__ volatile int steps, seen;
	int me = thread_rank();
	if (me == 0)
		steps = seen = 0;
	__syncthreads();
	if (me < 32) {
		while (seen == 0) {
			if (me == 0)
				steps = steps + 1;
			__threadfence();
		}
	} else {
		while (steps == 0)
			__threadfence();
		seen = 1;
	}
	__syncthreads();
	out[me] = steps > 0;
}

int main()
{
	for (dim3 shape : warp_shapes) {
		int volume = size_of(shape);
		Buffer<int> in(50), out(volume);
		in.fill([](int i) { return i; });
		for (int enough : { 1, 5000, 200000, 2000000000 }) {
			int turn = 0, total = 0;
			do
				total += volume * turn + volume * (volume - 1) / 2;
			while (++turn < 50 && total < enough);
			paced<<<1, shape>>>(out.device, in.device, enough);
			out.expect([&](int) { return (int)((unsigned)total * 64 + turn); });
		}
	}
	Buffer<int> out(64);
	waits<<<1, 64>>>(out.device);
	out.expect([](int) { return 1; });
	return unit_finish();
}
