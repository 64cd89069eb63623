// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of every shape with breaks and continues, switches with fall-through, nested divergence,
// barriers inside loops whose bounds the block shares.
#include "kernels/kernel_test.h"

__host__ __device__ unsigned flow(unsigned x)
{
	unsigned result = 0;
	for (unsigned i = 0; i < 50; i++) {
		if ((x + i) % 7 == 3)
			continue;
		if (i > x % 40)
			break;
		switch ((x * i) % 6) {
		case 0: result += 3; // fall through
		case 1: result ^= i; break;
		case 2:
			for (unsigned j = i; j; j >>= 1) {
				if (j == 5)
					break;
				result += j;
			}
			break;
		case 5: result = result << 3 | result >> 29; break;
		default:
			do {
				result = result * 5 + 1;
			} while (result % 16 > x % 8 + 2 && result % 3);
		}
		while (result > 0xf0000000u) {
			result /= 3;
			if (result & 1)
				return result + x;
		}
	}
	return result;
}

__global__ void kernel(unsigned *out)
{
	int me = blockIdx.x * block_volume() + thread_rank();
	out[me] = flow(me * 2654435761u);
}

__global__ void with_barriers(int *out, int turns)
{
	__shared__ int cell[1024];
	int me = thread_rank(), n = block_volume();
	cell[me] = me;
	__syncthreads();
	for (int outer = 0; outer < turns; outer++) {
		for (int inner = 0; inner <= outer; inner++) {
			int other = cell[(me + inner) % n];
			__syncthreads();
			if (me % 2 == inner % 2)
				cell[me] += other;
			__syncthreads();
			if (outer == 3 && inner == 1)
				break;
		}
		if (turns == 5 && outer == 4)
			continue;
		__syncthreads();
	}
	out[me] = cell[me];
}

int main()
{
	for (dim3 b : shapes) {
		int n = size_of(b);
		Buffer<unsigned> out(n * 4);
		kernel<<<4, b>>>(out.device);
		out.expect([](int i) { return flow(i * 2654435761u); });
		for (int turns : { 1, 5, 6 }) {
			Buffer<int> cells(n);
			with_barriers<<<1, b>>>(cells.device, turns);
			static int now[1024], next[1024];
			for (int i = 0; i < n; i++)
				now[i] = i;
			for (int outer = 0; outer < turns; outer++)
				for (int inner = 0; inner <= outer && !(outer == 3 && inner == 2); inner++) {
					for (int i = 0; i < n; i++)
						next[i] = now[i] + (i % 2 == inner % 2 ? now[(i + inner) % n] : 0);
					memcpy(now, next, sizeof(now));
				}
			cells.expect([&](int i) { return now[i]; });
		}
	}
	return unit_finish();
}
