// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __syncthreads_count, _and, _or.
#include "kernels/kernel_test.h"

__global__ void votes(int *out, int modulus)
{
	int me = thread_rank();
	int count = __syncthreads_count(me % modulus == 0);
	int all = __syncthreads_and(me < 10000), all_not = __syncthreads_and(me != 0);
	int any = __syncthreads_or(me == block_volume() - 1), none = __syncthreads_or(me > 5000);
	out[me] = count * 16 + (all != 0) * 8 + (all_not != 0) * 4 + (any != 0) * 2 + (none != 0);
}

int main()
{
	for (dim3 b : shapes)
		for (int modulus = 1; modulus < 40; modulus += 6) {
			int n = size_of(b), multiples = (n + modulus - 1) / modulus;
			Buffer<int> out(n);
			votes<<<1, b>>>(out.device, modulus);
			out.expect([&](int) { return multiples * 16 + 8 + 2; });
		}
	return unit_finish();
}
