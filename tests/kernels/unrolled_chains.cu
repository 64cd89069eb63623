// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that the program has unrolled to thousands of branches on which lanes part, or to very many instructions: as gangs they are compiled
// without that (simd_clone.c), which takes them a second and not a quarter of a minute.
#include "kernel_test.h"

enum { TURNS = 96, BINS = 24 };

__constant__ float bounds[BINS];

#define STEP(i) else if (x < bounds[i]) found = i;

__global__ void find_bins(const float *input, int *sums)
{
	int sum = 0;
#pragma unroll
	for (int turn = 0; turn < TURNS; turn++) {
		float x = input[threadIdx.x * TURNS + turn];
		int found = BINS;
		if (x < bounds[0]) found = 0;
		STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11) STEP(12) STEP(13) STEP(14) STEP(15)
		STEP(16) STEP(17) STEP(18) STEP(19) STEP(20) STEP(21) STEP(22) STEP(23)
		sum += (turn + 1) * found;
	}
	sums[threadIdx.x] = sum;
}

enum { ROWS = 24, COLUMNS = 24, STEPS = 16 };

// A product of small matrices in what would be registers.
__global__ void multiply(const int *a, const int *b, int *c)
{
	int sums[ROWS][COLUMNS];
	__shared__ int shared[STEPS][COLUMNS];
	for (int i = threadIdx.x; i < STEPS * COLUMNS; i += blockDim.x)
		shared[i / COLUMNS][i % COLUMNS] = b[i];
	__syncthreads();
#pragma unroll
	for (int row = 0; row < ROWS; row++)
#pragma unroll
		for (int column = 0; column < COLUMNS; column++)
			sums[row][column] = row - column;
#pragma unroll
	for (int step = 0; step < STEPS; step++)
#pragma unroll
		for (int row = 0; row < ROWS; row++)
#pragma unroll
			for (int column = 0; column < COLUMNS; column++)
				sums[row][column] += a[(threadIdx.x * ROWS + row) * STEPS + step] * shared[step][column];
	int hash = 0;
#pragma unroll
	for (int row = 0; row < ROWS; row++)
#pragma unroll
		for (int column = 0; column < COLUMNS; column++)
			hash = hash * 31 + sums[row][column];
	c[threadIdx.x] = hash;
}

static int factor(int i) { return i * 37 % 101 - 50; }

static int product_of(int thread)
{
	unsigned hash = 0;
	for (int row = 0; row < ROWS; row++)
		for (int column = 0; column < COLUMNS; column++) {
			int sum = row - column;
			for (int step = 0; step < STEPS; step++)
				sum += factor((thread * ROWS + row) * STEPS + step) * factor(step * COLUMNS + column);
			hash = hash * 31 + (unsigned)sum;
		}
	return (int)hash;
}

static float number(int i) { return (float)((i * 7919 + 13) % 1000) / 38; }

int main()
{
	float host[BINS];
	for (int i = 0; i < BINS; i++)
		host[i] = (float)(i + 1);
	CALL(cudaMemcpyToSymbol(bounds, host, sizeof(host)));
	Buffer<float> input(256 * TURNS);
	Buffer<int> sums(256);
	input.fill(number);
	find_bins<<<1, 256>>>(input.device, sums.device);
	sums.expect([](int thread) {
		int sum = 0;
		for (int turn = 0; turn < TURNS; turn++) {
			int found = (int)number(thread * TURNS + turn);
			sum += (turn + 1) * (found < BINS ? found : BINS);
		}
		return sum;
	});
	for (int threads : { 64, 100 }) {
		Buffer<int> a(threads * ROWS * STEPS), b(STEPS * COLUMNS), c(threads);
		a.fill(factor);
		b.fill(factor);
		multiply<<<1, threads>>>(a.device, b.device, c.device);
		c.expect(product_of);
	}
	return unit_finish();
}
