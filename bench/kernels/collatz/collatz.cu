// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

__global__ void collatz(const unsigned *numbers, int *lengths, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	unsigned long long n = numbers[i];
	int steps = 0;
	while (n != 1) {
		n = n % 2 == 0 ? n / 2 : 3 * n + 1;
		steps++;
	}
	lengths[i] = steps;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int count = problem->size[0];
	collatz<<<(count + 255) / 256, 256>>>((const unsigned *)data[0], (int *)data[1], count);
	bench_finish();
}
