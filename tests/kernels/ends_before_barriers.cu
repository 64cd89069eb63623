// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An assertion or a trap in some threads' branch is no way around the barriers behind it: the kernels are gangs (simd_normal.c).
// What threads that came other ways bring to where they meet those of the branch is kept, in loops, too.
#include "kernels/kernel_test.h"

#include <assert.h>

__global__ void asserting(int *out, int turns)
{
	__shared__ int box[1024];
	int me = thread_rank(), count = block_volume(), sum = 0;
	for (int turn = 0; turn < turns; turn++) {
		int step = 1;
		box[me] = me + turn;
		__syncthreads();
		if (me % 3 == 0) {
			int found = box[(me + turn) % count];
			assert(found >= 0);
			step = found % 7;
			assert(step < 7 && "a rest");
		}
		__syncthreads();
		sum += step;
	}
	out[me] = sum;
}

// Both ways of a branch end, some of the time; the last one leaves the loop.
__global__ void trapping(int *out, int turns)
{
	__shared__ int total;
	int me = thread_rank(), value = me;
	if (me == 0)
		total = 0;
	for (int turn = 0;; turn++) {
		__syncthreads();
		if (value < 0) {
			if (turn & 1)
				__trap();
			assert(value == turn);
		}
		if (turn == turns)
			break;
		atomicAdd(&total, value & 1);
		__syncthreads();
		value = value / 2 + (total & 1);
		__syncthreads();
	}
	out[me] = value * 1000 + total;
}

static int asserted(int me, int count, int turns)
{
	int sum = 0;
	for (int turn = 0; turn < turns; turn++)
		sum += me % 3 == 0 ? ((me + turn) % count + turn) % 7 : 1;
	return sum;
}

static void expect_trapping(Buffer<int> &out, int count, int turns)
{
	int values[1024], total = 0;
	for (int i = 0; i < count; i++)
		values[i] = i;
	for (int turn = 0; turn < turns; turn++) {
		for (int i = 0; i < count; i++)
			total += values[i] & 1;
		for (int i = 0; i < count; i++)
			values[i] = values[i] / 2 + (total & 1);
	}
	out.expect([&](int i) { return values[i] * 1000 + total; });
}

int main()
{
	for (dim3 block : shapes) {
		int count = size_of(block);
		Buffer<int> out(count);
		asserting<<<1, block>>>(out.device, 5);
		out.expect([&](int i) { return asserted(i, count, 5); });
		trapping<<<1, block>>>(out.device, 6);
		expect_trapping(out, count, 6);
	}
	return unit_finish();
}
