// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp operations without a mask, as before CUDA 9, also in divergent code.
// FLAGS: -arch=sm_35
#include "kernels/kernel_test.h"

__global__ void legacy(int *out)
{
	int me = threadIdx.x, n = blockDim.x, sum = me;
	for (int step = 16; step; step /= 2)
		sum += __shfl_xor(sum, step);
	out[me] = sum;
	out[n + me] = __shfl(me, 5) + __shfl_up(me, 1) + __shfl_down(me, 1, 16);
	out[2 * n + me] = (int)__ballot(me % 3 == 0);
	out[3 * n + me] = (__any(me == 40) != 0) * 2 + (__all(me < 2000) != 0);
	int inside = 0;
	if (me & 4)
		inside = (int)__ballot(1);
	out[4 * n + me] = inside;
	double wide = __shfl(me * 0.5, 3);
	out[5 * n + me] = (int)(wide * 4);
	int block = syncthreads_count(me & 1) + 1000 * syncthreads_and(me < n) + 2000 * syncthreads_or(me == 5);
	out[6 * n + me] = block + 4000 * any(me == 40) + 8000 * all(me >= 0) + 16000 * (ballot(me & 1) == 0xaaaaaaaa);
}

int main()
{
	for (int n : { 32, 64, 512 }) {
		Buffer<int> out(7 * n);
		legacy<<<1, n>>>(out.device);
		out.expect([&](int i) -> int {
			int me = i % n, lane = me % 32, first = me - lane, result = 0;
			switch (i / n) {
			case 0:
				for (int j = 0; j < 32; j++)
					result += first + j;
				return result;
			case 1: return first + 5 + (lane ? me - 1 : me) + (me % 16 == 15 ? me : me + 1);
			case 2:
				for (int j = 0; j < 32; j++)
					result |= (int)((unsigned)((first + j) % 3 == 0) << j);
				return result;
			case 3: return (first == 32) * 2 + 1;
			case 4: return me & 4 ? (int)0xf0f0f0f0 : 0;
			case 5: return (first + 3) * 2;
			default: return n / 2 + 1000 + 2000 + (first == 32) * 4000 + 8000 + 16000;
			}
		});
	}
	return unit_finish();
}
