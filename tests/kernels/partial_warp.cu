// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a warp whose mask names all 32 lanes, in the last warp of a block that has fewer: the lanes that aren't
// there are not waited for, as those that left the kernel.
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

int main()
{
	for (dim3 b : { dim3(1), dim3(5), dim3(31), dim3(33), dim3(120), dim3(7, 5, 2), dim3(1000) }) {
		int n = size_of(b);
		Buffer<int> out(8 * n);
		operations<<<1, b>>>(out.device);
		out.expect([&](int i) { return expected(i / n, i % n, n); });
	}
	return unit_finish();
}
