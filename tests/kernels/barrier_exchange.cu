// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __syncthreads: each thread reads what another wrote, in a loop; early returns before it.
#include "kernels/kernel_test.h"

__global__ void rotate(int *out, int rounds)
{
	__shared__ int cell[1024];
	int me = thread_rank(), n = block_volume();
	cell[me] = me;
	__syncthreads();
	for (int i = 0; i < rounds; i++) {
		int next = cell[(me + 1) % n];
		__syncthreads();
		cell[me] = next + 1;
		__syncthreads();
	}
	out[blockIdx.x * n + me] = cell[me];
}

// Threads from LIMIT on return at once; the others still meet.
__global__ void with_early_return(int *out, int limit)
{
	__shared__ int cell[1024];
	int me = thread_rank();
	if (me >= limit)
		return;
	cell[me] = me * 3;
	__syncthreads();
	out[me] = cell[limit - 1 - me];
}

int main()
{
	for (dim3 b : shapes) {
		int n = size_of(b);
		Buffer<int> out(3 * n);
		rotate<<<3, b>>>(out.device, 5);
		out.expect([&](int i) { return (i % n + 5) % n + 5; });
		Buffer<int> few(n, 0);
		int limit = n - n / 3;
		with_early_return<<<1, b>>>(few.device, limit);
		few.expect([&](int i) { return i < limit ? (limit - 1 - i) * 3 : 0; });
	}
	return unit_finish();
}
