// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, match and reduce over full and partial warps.
// FLAGS: -arch=sm_80
#include "kernels/kernel_test.h"

__global__ void votes(unsigned *out, int limit)
{
	int me = threadIdx.x, n = blockDim.x;
	unsigned mask = __ballot_sync(0xffffffffu, me < limit);
	out[me] = mask;
	out[n + me] = __any_sync(0xffffffffu, me == limit) << 1 | __all_sync(0xffffffffu, me < limit);
	out[2 * n + me] = __match_any_sync(0xffffffffu, me / 5);
	int all;
	unsigned same = __match_all_sync(0xffffffffu, me / 32 * 7ull, &all);
	out[3 * n + me] = same + all;
	out[4 * n + me] = __reduce_add_sync(0xffffffffu, (unsigned)me);
	out[5 * n + me] = __reduce_max_sync(0xffffffffu, 100 - me) ^ __reduce_min_sync(0xffffffffu, me * 3);
	out[6 * n + me] = __reduce_or_sync(0xffffffffu, 1u << (me & 7)) ^ __reduce_xor_sync(0xffffffffu, (unsigned)me);
}

int main()
{
	for (int n : { 32, 64, 1024 })
		for (int limit : { 0, 1, 31, 32, 33, 1000 }) {
			Buffer<unsigned> out(7 * n);
			votes<<<1, n>>>(out.device, limit);
			out.expect([&](int i) -> unsigned {
				int me = i % n, first = me / 32 * 32;
				unsigned ballot = 0, same = 0, sum = 0, bits = 0;
				for (int lane = 0; lane < 32; lane++) {
					ballot |= (unsigned)(first + lane < limit) << lane;
					same |= (unsigned)((first + lane) / 5 == me / 5) << lane;
					sum += first + lane;
					bits ^= first + lane;
				}
				switch (i / n) {
				case 0: return ballot;
				case 1: return (limit >= first && limit < first + 32) << 1 | (ballot == 0xffffffffu);
				case 2: return same;
				case 3: return 0xffffffffu + 1;
				case 4: return sum;
				case 5: return (unsigned)(100 - first) ^ (unsigned)(first * 3);
				default: return 0xffu ^ bits;
				}
			});
		}
	return unit_finish();
}
