// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of few turns around barriers, one in another: each is short enough to be unrolled, all of them would be 343 times the code.
#include "kernels/kernel_test.h"

enum { TURNS = 7, BLOCKS = 3, THREADS = 64 };

__global__ void nested(const int *in, int *out)
{
	__shared__ int cells[THREADS];
	int t = threadIdx.x, sum = 0;
	for (int z = 1; z <= TURNS; z++)
		for (int y = 1; y <= TURNS; y++)
			for (int x = 1; x <= TURNS; x++) {
				cells[t] = in[(t * z + y) % THREADS] ^ x;
				int odd = __syncthreads_count(cells[t] & 1);
				sum = sum * 3 + cells[(t + x * y) % THREADS] + odd;
				__syncthreads();
			}
	out[blockIdx.x * THREADS + t] = sum;
}

int main()
{
	auto value = [](int i) { return i * i % 37; };
	Buffer<int> in(THREADS), out(BLOCKS * THREADS);
	unsigned sums[THREADS] = { 0 };
	in.fill(value);
	nested<<<BLOCKS, THREADS>>>(in.device, out.device);
	for (int z = 1; z <= TURNS; z++)
		for (int y = 1; y <= TURNS; y++)
			for (int x = 1; x <= TURNS; x++) {
				int cells[THREADS], odd = 0;
				for (int t = 0; t < THREADS; t++) {
					cells[t] = value((t * z + y) % THREADS) ^ x;
					odd += cells[t] & 1;
				}
				for (int t = 0; t < THREADS; t++)
					sums[t] = sums[t] * 3 + cells[(t + x * y) % THREADS] + odd;
			}
	out.expect([&](int i) { return (int)sums[i % THREADS]; });
	return unit_finish();
}
