// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of which several gangs run in one turn: sums of products from shared memory, loops whose turns are the block's,
// gangs that are left over, what all threads have the same of behind it, barriers that count behind it, arrays of each thread's
// own, and long chains of operations.  Floats are compared with the host's fmaf, so that the order of a sum is seen.
#include <cmath>

#include "kernel_test.h"

enum { TILE = 16, TURNS = 37 };

static __host__ __device__ float number(int i) { return (float)((i * 37 + 11) % 101) / 8 - 5; }

// Each row of threads has its own row of A, each column its column of B.
__global__ void product(float *out, int rows)
{
	__shared__ float a[64][TILE], b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;
	for (int turn = 0; turn < 3; turn++) {
		a[y][x] = number(turn * 1000 + y * TILE + x + blockIdx.x);
		for (int i = y; i < TILE; i += rows)
			b[i][x] = number(turn * 100 + i * 7 + x);
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum = fmaf(a[y][i], b[i][x], sum);
		__syncthreads();
	}
	out[(blockIdx.x * rows + y) * TILE + x] = sum;
}

static void test_product()
{
	for (int rows : { 1, 2, 3, 4, 7, 8, 9, 13, 16, 31, 64 }) {
		Buffer<float> out(2 * rows * TILE);
		product<<<2, dim3(TILE, rows)>>>(out.device, rows);
		out.expect([&](int i) {
			int x = i % TILE, y = i / TILE % rows, block = i / TILE / rows;
			float sum = 0;
			for (int turn = 0; turn < 3; turn++)
				for (int k = 0; k < TILE; k++)
					sum = fmaf(number(turn * 1000 + y * TILE + k + block), number(turn * 100 + k * 7 + x), sum);
			return sum;
		});
	}
}

// A loop of the block's with what it carries, an array of the thread's own, and a value that is the block's behind it.
__global__ void turns(const float *in, int count, float *out, int *behind)
{
	float first = number(threadIdx.x), second = 1, kept[4] = { 0, 1, 2, 3 };
	int last = 0;
	for (int k = 0; k < count; k++) {
		if (in[k] > 3)
			second = fmaf(in[k], first, second);
		first = fmaf(first, 0.5f, in[k]);
		kept[(k + threadIdx.x) & 3] += in[k];
		last = (int)in[k] + k;
	}
	int high = __syncthreads_count(first > 0);
	out[blockIdx.x * blockDim.x + threadIdx.x] = first + second + kept[1] + kept[threadIdx.x & 3];
	behind[blockIdx.x * blockDim.x + threadIdx.x] = last + 1000 * high;
}

static void test_turns()
{
	Buffer<float> in(TURNS);
	float host[TURNS];
	for (int i = 0; i < TURNS; i++)
		host[i] = number(i);
	CALL(cudaMemcpy(in.device, host, sizeof(host), cudaMemcpyDefault));
	for (int block : { 1, 16, 31, 32, 48, 64, 96, 128, 144, 160, 256, 400, 1024 }) {
		Buffer<float> out(2 * block);
		Buffer<int> behind(2 * block);
		turns<<<2, block>>>(in.device, TURNS, out.device, behind.device);
		int high = 0, last = 0;
		auto run = [&](int x, float *firsts) {
			float first = number(x), second = 1, kept[4] = { 0, 1, 2, 3 };
			for (int k = 0; k < TURNS; k++) {
				if (host[k] > 3)
					second = fmaf(host[k], first, second);
				first = fmaf(first, 0.5f, host[k]);
				kept[(k + x) & 3] += host[k];
				last = (int)host[k] + k;
			}
			*firsts = first;
			return first + second + kept[1] + kept[x & 3];
		};
		for (int x = 0; x < block; x++) {
			float first;
			run(x, &first);
			high += first > 0;
		}
		out.expect([&](int i) {
			float first;
			return run(i % block, &first);
		});
		behind.expect([&](int) { return last + 1000 * high; });
	}
}

// Threads of a block that add to one place while others compute: an increment isn't taken apart.
__global__ void counts(const float *in, int count, int *out)
{
	__shared__ int bins[8];
	if (threadIdx.x < 8)
		bins[threadIdx.x] = 0;
	__syncthreads();
	float sum = number(threadIdx.x);
	for (int k = 0; k < count; k++) {
		sum = fmaf(sum, 0.25f, in[k]);
		atomicAdd(&bins[k & 7], sum > 0 ? 2 : 1);
	}
	__syncthreads();
	if (threadIdx.x < 8)
		out[blockIdx.x * 8 + threadIdx.x] = bins[threadIdx.x];
}

static void test_counts()
{
	Buffer<float> in(TURNS);
	float host[TURNS];
	for (int i = 0; i < TURNS; i++)
		host[i] = number(i + 5);
	CALL(cudaMemcpy(in.device, host, sizeof(host), cudaMemcpyDefault));
	for (int block : { 8, 64, 80, 256 }) {
		Buffer<int> out(16);
		counts<<<2, block>>>(in.device, TURNS, out.device);
		out.expect([&](int i) {
			int bin = 0;
			for (int x = 0; x < block; x++) {
				float sum = number(x);
				for (int k = 0; k < TURNS; k++) {
					sum = fmaf(sum, 0.25f, host[k]);
					bin += (k & 7) == (i & 7) ? (sum > 0 ? 2 : 1) : 0;
				}
			}
			return bin;
		});
	}
}

// Straight code whose operations wait for one another, with a store that could go past the caches, cut off at the end.
static __host__ __device__ unsigned hash(unsigned x, unsigned y)
{
#pragma unroll
	for (int k = 0; k < 100; k++) {
		x ^= x << 13;
		y += x >> 17 ^ y << (k & 7);
		x = (x ^ y) * 5 + k;
	}
	return x;
}

__global__ void hashes(unsigned *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = hash(i, blockIdx.x);
	if (i < count)
		out[i] = x;
}

static void test_hashes()
{
	for (int block : { 1, 8, 16, 31, 64, 96, 128, 160, 256, 1024 }) {
		int count = 3 * block - block / 3;
		Buffer<unsigned> out(3 * block);
		CALL(cudaMemset(out.device, 0, 3 * block * sizeof(unsigned)));
		hashes<<<3, block>>>(out.device, count);
		out.expect([&](int i) { return i < count ? hash(i, i / block) : 0; });
	}
}

int main()
{
	test_product();
	test_turns();
	test_counts();
	test_hashes();
	return unit_finish();
}
