// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows that overlap from one row of threads to the next, each row of which gangs side by side read once: convolutions with windows
// of 1 to 13 numbers a side from shared memory and from global memory, windows whose steps are two rows or go upwards, tiles that are
// written again behind the sums, with blocks of all heights.  Floats are compared with the host's fmaf, so that the order of a sum is seen.
#include <cmath>
#include <vector>

#include "kernel_test.h"

static __host__ __device__ float number(int i) { return (float)((i * 37 + 11) % 101) / 8 - 5; }

__constant__ float weights[13 * 13];

// Reads the tile with a step of STEP rows from one line of the window to the next, from the last one to the first where it is negative.
template <int TAPS, int STEP> __global__ void convolve(const float *in, float *out, int pitch, int turns)
{
	const int reach = (TAPS - 1) * (STEP < 0 ? -STEP : STEP);
	extern __shared__ float tile[];
	const int width = blockDim.x + TAPS - 1, height = blockDim.y + reach;
	int x = threadIdx.x, y = threadIdx.y;
	const float *corner = in + blockIdx.x * blockDim.x;
	for (int row = y; row < height; row += blockDim.y)
		for (int column = x; column < width; column += blockDim.x)
			tile[row * 48 + column] = corner[row * pitch + column];
	float sum = 0;
	for (int turn = 0; turn < turns; turn++) {
		__syncthreads();
		sum = 0;
#pragma unroll
		for (int i = 0; i < TAPS; i++)
#pragma unroll
			for (int k = 0; k < TAPS; k++)
				sum = fmaf(weights[i * TAPS + k], tile[(y + (STEP < 0 ? TAPS - 1 - i : i) * (STEP < 0 ? -STEP : STEP)) * 48 + x + k], sum);
		__syncthreads();
		tile[y * 48 + x] = sum;
	}
	out[(blockIdx.x * blockDim.y + y) * blockDim.x + x] = sum;
}

template <int TAPS> __global__ void direct(const float *in, float *out, int pitch, int rows)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (y >= rows)
		return;
	float sum = 0;
#pragma unroll
	for (int i = 0; i < TAPS; i++)
#pragma unroll
		for (int k = 0; k < TAPS; k++)
			sum = fmaf(weights[i * TAPS + k], in[(y + i) * pitch + x + k], sum);
	out[y * gridDim.x * blockDim.x + x] = sum;
}

template <int TAPS, int STEP> static void test_tile(int width, int height, int turns)
{
	const int reach = (TAPS - 1) * abs(STEP), pitch = 2 * width + TAPS - 1, lines = height + reach;
	Buffer<float> in(pitch * lines), out(2 * width * height);
	in.fill([](int i) { return number(i); });
	convolve<TAPS, STEP><<<2, dim3(width, height), lines * 48 * sizeof(float)>>>(in.device, out.device, pitch, turns);
	std::vector<float> expected(2 * width * height);
	for (int block = 0; block < 2; block++) {
		std::vector<float> tile(lines * 48), next;
		for (int row = 0; row < lines; row++)
			for (int column = 0; column < width + TAPS - 1; column++)
				tile[row * 48 + column] = number(row * pitch + block * width + column);
		for (int turn = 0; turn < turns; turn++) {
			next = tile;
			for (int y = 0; y < height; y++)
				for (int x = 0; x < width; x++) {
					float sum = 0;
					for (int i = 0; i < TAPS; i++)
						for (int k = 0; k < TAPS; k++)
							sum = fmaf(number(3 * (i * TAPS + k)), tile[(y + (STEP < 0 ? TAPS - 1 - i : i) * abs(STEP)) * 48 + x + k], sum);
					next[y * 48 + x] = expected[(block * height + y) * width + x] = sum;
				}
			tile = next;
		}
	}
	out.expect([&](int i) { return expected[i]; });
}

template <int TAPS> static void test_direct(int width, int height, int rows)
{
	const int pitch = 2 * width + TAPS - 1, blocks = (rows + height - 1) / height;
	Buffer<float> in(pitch * (rows + TAPS - 1)), out(2 * width * rows);
	in.fill([](int i) { return number(i); });
	direct<TAPS><<<dim3(2, blocks), dim3(width, height)>>>(in.device, out.device, pitch, rows);
	out.expect([&](int n) {
		int x = n % (2 * width), y = n / (2 * width);
		float sum = 0;
		for (int i = 0; i < TAPS; i++)
			for (int k = 0; k < TAPS; k++)
				sum = fmaf(number(3 * (i * TAPS + k)), number((y + i) * pitch + x + k), sum);
		return sum;
	});
}

template <int TAPS> static void test()
{
	float values[13 * 13];
	for (int i = 0; i < 13 * 13; i++)
		values[i] = number(3 * i);
	CALL(cudaMemcpyToSymbol(weights, values, sizeof(values)));
	for (int height : { 1, 2, 3, 5, 8, 13, 16 }) {
		test_tile<TAPS, 1>(32, height, 1);
		test_tile<TAPS, 1>(16, height, 3);
		test_tile<TAPS, 1>(11, height, 2);
		test_tile<TAPS, 2>(16, height, 1);
		test_tile<TAPS, -1>(16, height, 2);
		test_direct<TAPS>(32, height, 19);
		test_direct<TAPS>(16, height, 16);
		test_direct<TAPS>(13, height, 7);
	}
}

int main()
{
	test<1>();
	test<3>();
	test<5>();
	test<7>();
	test<9>();
	test<13>();
	return unit_finish();
}
