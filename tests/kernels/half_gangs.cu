// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that are squares and cubes of 8, and others whose rows are multiples of 8: gangs of 8 run them, without lanes that are off.  With
// rows that end early, tiles in shared memory, loops of different lengths and local arrays.
#include "kernels/kernel_test.h"

enum { TILE = 8, TAPS = 5 };

static const dim3 blocks[] = {
	dim3(8), dim3(8, 8), dim3(8, 8, 8), dim3(8, 3, 2), dim3(24, 5), dim3(40, 8), dim3(16, 4), dim3(9, 8), dim3(4, 8, 2), dim3(120, 1, 8),
};

__host__ __device__ static float sample(const float *in, int x, int y, int z, int width, int height)
{
	float sum = 0;
	for (int k = 0; k < TAPS; k++)
		for (int j = 0; j < 2; j++)
			sum += in[(z + j) * width * height + (y + j) * width + x + k] * (float)(k + 1);
	return sum;
}

__global__ void stencil(const float *in, float *out, int nx, int ny, int nz, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < nx && y < ny && z < nz)
		out[(z * ny + y) * nx + x] = sample(in, x, y, z, width, height);
}

__global__ void product(const int *a, const int *b, int *c, int n)
{
	__shared__ int left[TILE][TILE], right[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y, sum = 0;
	for (int k = 0; k < n; k += TILE) {
		left[y][x] = a[row * n + k + x];
		right[y][x] = b[(k + y) * n + column];
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += left[y][i] * right[i][x];
		__syncthreads();
	}
	c[row * n + column] = sum;
}

__host__ __device__ static int digits(int rank, int y)
{
	int seen[10] = { 0 }, most = 0;
	for (int n = rank * 37 + y; n; n /= 10)
		seen[n % 10] += n % 7;
	for (int i = 0; i < 10; i++)
		most = seen[i] > seen[most] ? i : most;
	return most * 1000 + seen[rank % 10];
}

__global__ void count(int *out)
{
	out[thread_rank()] = digits(thread_rank(), threadIdx.y);
}

int main()
{
	const int nx = 37, ny = 19, nz = 9, width = nx + TAPS, height = ny + 2;
	Buffer<float> in(width * height * (nz + 2));
	in.fill([](int i) { return (float)(i * 7 % 31); });
	float *host = in.download();
	for (dim3 block : blocks) {
		Buffer<float> out(nx * ny * nz);
		dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y, (nz + block.z - 1) / block.z);
		stencil<<<grid, block>>>(in.device, out.device, nx, ny, nz, width, height);
		out.expect([&](int i) { return sample(host, i % nx, i / nx % ny, i / nx / ny, width, height); });
		Buffer<int> numbers(size_of(block));
		count<<<1, block>>>(numbers.device);
		numbers.expect([&](int i) { return digits(i, i / (int)block.x % (int)block.y); });
	}
	free(host);
	const int n = 48;
	Buffer<int> a(n * n), b(n * n), c(n * n);
	a.fill([](int i) { return i % 13 - 6; });
	b.fill([](int i) { return i % 17 - 8; });
	product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a.device, b.device, c.device, n);
	c.expect([](int i) {
		int sum = 0;
		for (int k = 0; k < n; k++)
			sum += ((i / n * n + k) % 13 - 6) * ((k * n + i % n) % 17 - 8);
		return sum;
	});
	return unit_finish();
}
