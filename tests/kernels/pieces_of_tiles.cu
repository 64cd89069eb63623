// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of which threads take several elements, a block's threads apart, with code for whole tiles and for the last one: what both end
// with (simd_unsink.c), what is left of a tile (whole_guards.c), lines asked for ahead (prefetch_tile.c); sums of what both ways gave,
// behind a barrier, too, in turns of a loop, of bytes and of numbers of 64 bits.
#include "unit/unit.h"

enum { THREADS = 128, MOST = 5000 };

template <typename T, int PIECES>
__global__ void twice(const T *in, T *out, int n)
{
	int tile = blockIdx.x * THREADS * PIECES, left = n - tile;
	if (left >= THREADS * PIECES) {
#pragma unroll
		for (int k = 0; k < PIECES; k++)
			out[tile + k * THREADS + threadIdx.x] = in[tile + k * THREADS + threadIdx.x] * 2;
	} else {
#pragma unroll
		for (int k = 0; k < PIECES; k++) {
			int i = k * THREADS + threadIdx.x;
			if (i < left)
				out[tile + i] = in[tile + i] * 2;
		}
	}
}

// The pitch of pieces is the launch's.
__global__ void measured(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x * 3 + threadIdx.x;
	for (int k = 0; k < 3; k++, i += blockDim.x)
		if (i < n)
			out[i] = in[i] + 1;
}

// A later piece comes first.
__global__ void backwards(const float *in, float *out, int n)
{
	int last = blockIdx.x * blockDim.x * 3 + blockDim.x * 2 + threadIdx.x, first = last - blockDim.x * 2, second = first + blockDim.x;
	if (last < n)
		out[last] = in[last] + 1;
	if (first < n)
		out[first] = in[first] + 1;
	if (second < n)
		out[second] = in[second] + 1;
}

// What the two ways find is used behind them.
__global__ void joined(const int *in, int *out, int *sums, int n)
{
	__shared__ int all[THREADS];
	int tile = blockIdx.x * THREADS, left = n - tile, found = -1;
	if (left >= THREADS)
		found = in[tile + threadIdx.x] * 3;
	else if (threadIdx.x < left)
		found = in[tile + threadIdx.x] * 3;
	all[threadIdx.x] = found;
	__syncthreads();
	int next = all[(threadIdx.x + 1) % THREADS];
	if (tile + threadIdx.x < n)
		out[tile + threadIdx.x] = next;
	atomicAdd(sums, found);
}

// Whole turns of a block's own loop, and what some lanes do of another.
__global__ void turns(const int *in, int *out, int n, int odd)
{
	for (int tile = blockIdx.x * THREADS; tile < n; tile += gridDim.x * THREADS) {
		int i = tile + threadIdx.x;
		if (tile + THREADS <= n && (tile / THREADS) % 2 == odd)
			out[i] = in[i] ^ 5;
		else if (i < n && in[i] % 3 == 0)
			out[i] = in[i] ^ 5;
	}
}

template <typename T, int PIECES>
static void check_twice(int n)
{
	static T wanted[MOST];
	T *in, *out;
	cudaMallocManaged(&in, MOST * sizeof(T));
	cudaMallocManaged(&out, MOST * sizeof(T));
	for (int i = 0; i < MOST; i++) {
		in[i] = (T)(i * 7 % 101);
		out[i] = wanted[i] = (T)77;
	}
	for (int i = 0; i < n; i++)
		wanted[i] = (T)(in[i] * 2);
	twice<T, PIECES><<<(n + THREADS * PIECES - 1) / (THREADS * PIECES), THREADS>>>(in, out, n);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK(!memcmp(out, wanted, sizeof(wanted)));
	cudaFree(in);
	cudaFree(out);
}

static void check_measured(int n, int threads, bool back)
{
	float *in, *out;
	cudaMallocManaged(&in, MOST * sizeof(float));
	cudaMallocManaged(&out, MOST * sizeof(float));
	for (int i = 0; i < MOST; i++) {
		in[i] = (float)i;
		out[i] = -1;
	}
	(back ? backwards : measured)<<<(n + 3 * threads - 1) / (3 * threads), threads>>>(in, out, n);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < MOST; i++)
		wrong += out[i] != (i < n ? (float)i + 1 : -1);
	CHECK_EQUAL(wrong, 0);
	cudaFree(in);
	cudaFree(out);
}

static void check_joined(int n)
{
	int *in, *out, *sums, wrong = 0, wanted = 0, blocks = (n + THREADS - 1) / THREADS;
	cudaMallocManaged(&in, MOST * sizeof(int));
	cudaMallocManaged(&out, MOST * sizeof(int));
	cudaMallocManaged(&sums, sizeof(int));
	for (int i = 0; i < MOST; i++)
		in[i] = i % 1000;
	*sums = 0;
	joined<<<blocks, THREADS>>>(in, out, sums, n);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < blocks * THREADS; i++) {
		int next = i / THREADS * THREADS + (i + 1) % THREADS;
		wanted += i < n ? in[i] * 3 : -1;
		wrong += i < n && out[i] != (next < n ? in[next] * 3 : -1);
	}
	CHECK_EQUAL(wrong, 0);
	CHECK_EQUAL(*sums, wanted);
	for (int odd = 0; odd < 2; odd++) {
		for (int i = 0; i < n; i++)
			out[i] = -9;
		turns<<<3, THREADS>>>(in, out, n, odd);
		CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
		for (int i = 0; i < n; i++) {
			int tile = i / THREADS;
			bool all = (tile + 1) * THREADS <= n && tile % 2 == odd;
			wrong += out[i] != (all || in[i] % 3 == 0 ? in[i] ^ 5 : -9);
		}
		CHECK_EQUAL(wrong, 0);
	}
	cudaFree(in);
	cudaFree(out);
	cudaFree(sums);
}

int main()
{
	static const int sizes[] = { 1, 127, 128, 255, 256, 300, 1024, 2500, 4999 };
	for (int n : sizes) {
		check_twice<float, 2>(n);
		check_twice<int, 4>(n);
		check_twice<unsigned char, 2>(n);
		check_twice<double, 3>(n);
		check_measured(n, 64, false);
		check_measured(n, 50, false);
		check_measured(n, 64, true);
		check_joined(n);
	}
	return unit_finish();
}
