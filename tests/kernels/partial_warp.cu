// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a warp whose mask names all 32 lanes, in the last warp of a block that has fewer: the lanes that aren't
// there are not waited for, as those that left the kernel.  Shuffles from either give 0, as on a GPU.
#include "kernels/kernel_test.h"

__global__ void operations(int *out)
{
	int me = thread_rank(), n = block_volume();
	unsigned all = 0xffffffffu;
	__syncwarp();
	out[me] = __shfl_up_sync(all, me, 1);
	out[n + me] = __popc(__ballot_sync(all, me % 3 == 0));
	out[2 * n + me] = __any_sync(all, me == n - 1);
	out[3 * n + me] = __all_sync(all, me < n);
	out[4 * n + me] = __popc(__match_any_sync(all, me % 2));
	out[5 * n + me] = (int)__reduce_add_sync(all, (unsigned)me);
	out[6 * n + me] = __popc(__activemask());
	if (me % 32 >= 2) // the first two leave
		out[7 * n + me] = __shfl_sync(all, me, 2);
	else
		out[7 * n + me] = me;
}

static int expected(int kind, int me, int n)
{
	int first = me / 32 * 32, last = first + 31 < n ? first + 31 : n - 1, count = last - first + 1, sum = 0, thirds = 0, same = 0;
	for (int i = first; i <= last; i++) {
		sum += i;
		thirds += i % 3 == 0;
		same += i % 2 == me % 2;
	}
	switch (kind) {
	case 0: return me > first ? me - 1 : me;
	case 1: return thirds;
	case 2: return last == n - 1;
	case 3: return 1;
	case 4: return same;
	case 5: return sum;
	case 6: return count;
	default: return me - first >= 2 ? first + 2 : me;
	}
}

// What thread FROM of the warp of ME would give where only the lanes from FIRST on are there, of a block of N.
__host__ __device__ int given(int me, int from, int first, int n)
{
	int warp = me / 32 * 32;
	return from >= first && warp + from < n ? warp + from + 100 : 0;
}

__global__ void missing(int *out, int by, int leaver)
{
	int me = thread_rank(), n = block_volume(), value = me + 100;
	unsigned all = 0xffffffffu;
	if (me % 32 < leaver)
		return;
	float sum = (float)value;
	for (int i = 16; i > 0; i /= 2)
		sum += __shfl_down_sync(all, sum, i);
	if (me % 32 == 0)
		out[me] = (int)sum;
	out[n + me] = __shfl_down_sync(all, value, 4);
	out[2 * n + me] = __shfl_xor_sync(all, value, by);
	out[3 * n + me] = __shfl_sync(all, value, by);
	out[4 * n + me] = __shfl_sync(all, value, me + by, 8);
	out[5 * n + me] = (int)(__shfl_xor_sync(all, ((long long)value << 40) + value, 16) >> 20);
	out[6 * n + me] = __shfl_up_sync(all, value, by);
	out[7 * n + me] = __shfl_sync(all, value, 31);
}

static int expected_of_missing(int kind, int me, int first, int n, int by)
{
	int lane = me % 32, sum = 0;
	for (int i = 0; i < 32; i++)
		sum += given(me, i, first, n);
	if (lane < first)
		return -1;
	switch (kind) {
	case 0: return lane == 0 ? sum : -1;
	case 1: return lane < 28 ? given(me, lane + 4, first, n) : me + 100;
	case 2: return given(me, lane ^ by, first, n);
	case 3: return given(me, by, first, n);
	case 4: return given(me, lane / 8 * 8 + (me + by) % 8, first, n);
	case 5: return (int)((long long)given(me, lane ^ 16, first, n) << 20);
	case 6: return lane >= by ? given(me, lane - by, first, n) : me + 100;
	default: return given(me, 31, first, n);
	}
}

int main()
{
	for (dim3 b : { dim3(1), dim3(5), dim3(31), dim3(33), dim3(120), dim3(7, 5, 2), dim3(1000) }) {
		int n = size_of(b);
		Buffer<int> out(8 * n);
		operations<<<1, b>>>(out.device);
		out.expect([&](int i) { return expected(i / n, i % n, n); });
	}
	for (dim3 b : { dim3(1), dim3(20), dim3(33), dim3(7, 5, 2), dim3(1000) })
		for (int by : { 0, 3, 21 })
			for (int leaver : { 0, 2, 17 }) {
				int n = size_of(b);
				Buffer<int> out(8 * n, -1);
				missing<<<1, b>>>(out.device, by, leaver);
				out.expect([&](int i) { return expected_of_missing(i / n, i % n, leaver, n, by); });
			}
	return unit_finish();
}
