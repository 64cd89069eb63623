// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose blocks may wait for others, as their loops have atomic operations, and that are made for spans of blocks, as they have
// barriers and a loop with the grid's stride: each block runs by itself then, and knows which one it is.
#include "kernels/kernel_test.h"

__global__ void walk(const unsigned *in, const float *choices, signed char *bytes, unsigned *all, unsigned *sums, int n, unsigned start,
                     int turns)
{
	int row = gridDim.x * blockDim.x, x = blockIdx.x * blockDim.x + threadIdx.x;
	int i = (blockIdx.y * blockDim.y + threadIdx.y) * row + x, own = threadIdx.y * blockDim.x + threadIdx.x;
	__shared__ float shared[256];
	unsigned mixed = start;
	for (int turn = 0; turn < turns; turn++) {
		shared[own] = choices[i];
		__syncthreads();
		float choice = shared[19] + shared[1];
		__syncthreads();
		for (unsigned j = 0; (int)j < 1 + (int)(~mixed & 7); j++)
			switch ((int)choice & 3) {
			case 0: case 1: case 2: bytes[(n - 1 - i) * 4 + 2] = (signed char)start;
			}
		atomicAnd(&all[26], (unsigned)(choice * 3));
		for (int j = i; j < 4 * n + 59; j += n)
			mixed ^= in[j];
	}
	sums[i] = mixed;
}

static unsigned number(int i)
{
	return (unsigned)i * 2654435761u >> 7;
}

static float choice_of(int i)
{
	return (float)(i * 5 % 7);
}

static void check(dim3 grid, dim3 block, int turns)
{
	int n = size_of(grid) * size_of(block), row = grid.x * block.x;
	Buffer<unsigned> in(4 * n + 64), all(32, 0xff), sums(n);
	Buffer<float> choices(n);
	Buffer<signed char> bytes(4 * n, 0);
	in.fill(number);
	choices.fill(choice_of);
	walk<<<grid, block>>>(in.device, choices.device, bytes.device, all.device, sums.device, n, 5, turns);
	CALL(cudaDeviceSynchronize());
	unsigned *mixed = new unsigned[n], and_of = 0xffffffffu;
	signed char *wanted = new signed char[4 * n]();
	for (int i = 0; i < n; i++)
		mixed[i] = 5;
	for (int i = 0; i < n; i++) {
		int first = i / row / block.y * block.y * row + i % row / block.x * block.x; // of the thread's block
		float choice = choice_of(first + 19 / block.x * row + 19 % block.x) + choice_of(first + 1);
		for (int turn = 0; turn < turns; turn++) {
			if (((int)choice & 3) != 3)
				wanted[(n - 1 - i) * 4 + 2] = 5;
			and_of &= (unsigned)(choice * 3);
			for (int j = i; j < 4 * n + 59; j += n)
				mixed[i] ^= number(j);
		}
	}
	sums.expect([&](int i) { return mixed[i]; });
	bytes.expect([&](int i) { return wanted[i]; });
	all.expect([&](int i) { return i == 26 ? and_of : 0xffffffffu; });
	delete[] mixed;
	delete[] wanted;
}

int main()
{
	for (int turns = 1; turns < 4; turns++) {
		check(dim3(5, 2), dim3(32, 8), turns);
		check(dim3(8, 2), dim3(32, 4), turns);
		check(dim3(3), dim3(64), turns);
		check(dim3(1), dim3(256), turns);
	}
	return unit_finish();
}
