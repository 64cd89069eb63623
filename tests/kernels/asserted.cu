// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions that hold: in loops that gangs make in step and side by side, under conditions some lanes don't meet, where they guard what
// comes behind them, between barriers, of what all threads have the same.
#include "unit/unit.h"

#include <assert.h>

enum { N = 3000, WIDTH = 96, ROWS = 40 };

__global__ void turns(const float *a, float *b, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float x = a[i];
		assert(!isnan(x));
		b[i] = x * 2;
	}
}

__global__ void columns(const float *a, float *b, int width, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	if (i >= width)
		return;
	for (int j = 0; j < rows; j++) {
		int k = j * width + i;
		assert(k < width * rows && j >= 0);
		sum += a[k];
	}
	b[i] = sum;
}

__global__ void guarded(const float *const *rows, const int *from, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && from[i] >= 0) {
		const float *row = rows[from[i] % 3];
		assert(row);
		float sum = 0;
		for (int k = 0; k < from[i] % 7; k++) {
			assert(row + k);
			if (k & 1)
				assert(from[i] > 0);
			sum += row[k];
		}
		b[i] = sum;
	}
}

__global__ void tiles(const int *a, int *b, int n)
{
	__shared__ int tile[16][16];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, sum = 0;
	for (int k = 0; k < n; k += 16) {
		tile[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
		assert(n % 16 == 0);
		__syncthreads();
		for (int i = 0; i < 16; i++) {
			assert(tile[i][threadIdx.x] >= 0);
			sum += tile[threadIdx.y][i] * tile[i][threadIdx.x];
		}
		__syncthreads();
	}
	b[y * n + x] = sum;
}

__global__ void divided(const int *a, int *b, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (by == 0)
		__trap();
	b[i] = a[i] / by;
}

static float a[ROWS * WIDTH], row[3][8];

static void check_turns(const float *in, float *out, int blocks, int threads)
{
	cudaMemset(out, 0, N * sizeof(float));
	turns<<<blocks, threads>>>(in, out, N);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < N; i++)
		wrong += out[i] != a[i] * 2;
	CHECK_EQUAL(wrong, 0);
}

static void check_columns(const float *in, float *out, int threads)
{
	columns<<<(WIDTH + threads - 1) / threads, threads>>>(in, out, WIDTH, ROWS);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < WIDTH; i++) {
		float sum = 0;
		for (int j = 0; j < ROWS; j++)
			sum += a[j * WIDTH + i];
		CHECK_EQUAL(out[i], sum);
	}
}

static void check_guarded(float *out)
{
	const float **rows;
	int *from;
	cudaMallocManaged(&rows, 3 * sizeof(*rows));
	cudaMallocManaged(&from, N * sizeof(*from));
	float *cells;
	cudaMallocManaged(&cells, sizeof(row));
	for (int i = 0; i < 3; i++) {
		rows[i] = cells + 8 * i;
		for (int k = 0; k < 8; k++)
			cells[8 * i + k] = row[i][k] = (float)(i * 10 + k);
	}
	for (int i = 0; i < N; i++) {
		from[i] = i % 5 ? i * 31 % 101 : -1;
		out[i] = -3;
	}
	guarded<<<(N + 99) / 100, 100>>>(rows, from, out, N);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < N; i++) {
		float sum = from[i] >= 0 ? 0 : -3;
		for (int k = 0; k < from[i] % 7; k++)
			sum += row[from[i] % 3][k];
		wrong += out[i] != sum;
	}
	CHECK_EQUAL(wrong, 0);
	cudaFree(rows);
	cudaFree(from);
	cudaFree(cells);
}

static void check_tiles(int *in, int *out)
{
	const int n = 48;
	for (int i = 0; i < n * n; i++)
		in[i] = i * 7 % 11;
	tiles<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	int wrong = 0;
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			int sum = 0;
			for (int k = 0; k < n; k += 16)
				for (int i = 0; i < 16; i++)
					sum += in[y * n + k + i] * in[(y / 16 * 16 + i) * n + k + x % 16];
			wrong += out[y * n + x] != sum;
		}
	CHECK_EQUAL(wrong, 0);
	divided<<<10, 100>>>(in, out, 990, 3);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 990; i++)
		wrong += out[i] != in[i] / 3;
	CHECK_EQUAL(wrong, 0);
}

int main()
{
	float *in, *out;
	int *numbers, *sums;
	cudaMallocManaged(&in, sizeof(a));
	cudaMallocManaged(&out, sizeof(a));
	cudaMallocManaged(&numbers, 48 * 48 * sizeof(int));
	cudaMallocManaged(&sums, 48 * 48 * sizeof(int));
	for (int i = 0; i < ROWS * WIDTH; i++)
		in[i] = a[i] = (float)(i * 13 % 97);
	check_turns(in, out, 4, 128);
	check_turns(in, out, 3, 100);
	check_turns(in, out, 1, 1);
	check_columns(in, out, 32);
	check_columns(in, out, 50);
	check_guarded(out);
	check_tiles(numbers, sums);
	cudaFree(in);
	cudaFree(out);
	cudaFree(numbers);
	cudaFree(sums);
	return unit_finish();
}
