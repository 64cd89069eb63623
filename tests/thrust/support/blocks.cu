// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB inside kernels: loads, stores, scans, sums, sorts, exchanges of a block and of warps.
#include <cub/cub.cuh>

#include "check.h"

enum { THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS, TILES = 10, WARPS = THREADS / 32 };

__global__ void scan_tiles(const int *in, int *out, int *sums)
{
	using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
	using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE>;
	using Scan = cub::BlockScan<int, THREADS>;
	using Reduce = cub::BlockReduce<int, THREADS>;
	__shared__ union {
		typename Load::TempStorage load;
		typename Store::TempStorage store;
		typename Scan::TempStorage scan;
		typename Reduce::TempStorage reduce;
	} shared;
	int items[ITEMS];
	Load(shared.load).Load(in + blockIdx.x * TILE, items);
	__syncthreads();
	int sum = Reduce(shared.reduce).Sum(items);
	__syncthreads();
	if (threadIdx.x == 0)
		sums[blockIdx.x] = sum;
	Scan(shared.scan).InclusiveSum(items, items);
	__syncthreads();
	Store(shared.store).Store(out + blockIdx.x * TILE, items);
}

__global__ void sort_tiles(const int *in, int *out)
{
	using Sort = cub::BlockRadixSort<int, 64, 5>;
	__shared__ typename Sort::TempStorage shared;
	int items[5];
	cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 320, items);
	Sort(shared).Sort(items);
	cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * 320, items);
}

__global__ void scan_warps(const int *in, int *out, int *sums)
{
	using Reduce = cub::WarpReduce<int>;
	using Scan = cub::WarpScan<int>;
	__shared__ typename Reduce::TempStorage reduce[WARPS];
	__shared__ typename Scan::TempStorage scan[WARPS];
	int warp = threadIdx.x / 32, x = in[threadIdx.x], y;
	int sum = Reduce(reduce[warp]).Sum(x);
	Scan(scan[warp]).InclusiveSum(x, y);
	out[threadIdx.x] = y;
	if (threadIdx.x % 32 == 0)
		sums[warp] = sum;
}

__global__ void mark_heads(const int *in, int *out, int *counts)
{
	using Exchange = cub::BlockExchange<int, THREADS, ITEMS>;
	using Heads = cub::BlockDiscontinuity<int, THREADS>;
	using Histogram = cub::BlockHistogram<unsigned char, THREADS, ITEMS, 16>;
	__shared__ union {
		typename Exchange::TempStorage exchange;
		typename Heads::TempStorage heads;
		typename Histogram::TempStorage histogram;
	} shared;
	__shared__ int bins[16];
	int items[ITEMS], flags[ITEMS];
	unsigned char digits[ITEMS];
	cub::LoadDirectStriped<THREADS>(threadIdx.x, in, items);
	Exchange(shared.exchange).StripedToBlocked(items);
	__syncthreads();
	Heads(shared.heads).FlagHeads(flags, items, cub::Inequality());
	__syncthreads();
	for (int i = 0; i < ITEMS; i++) {
		digits[i] = items[i] & 15;
		out[threadIdx.x * ITEMS + i] = items[i] * 2 + flags[i];
	}
	Histogram(shared.histogram).Histogram(digits, bins);
	__syncthreads();
	if (threadIdx.x < 16)
		counts[threadIdx.x] = bins[threadIdx.x];
}

static void test_tiles(int *in, int *out, int *sums)
{
	scan_tiles<<<TILES, THREADS>>>(in, out, sums);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	for (int b = 0; b < TILES; b++) {
		std::vector<int> wanted(TILE);
		std::partial_sum(in + b * TILE, in + (b + 1) * TILE, wanted.begin());
		EXPECT(std::equal(wanted.begin(), wanted.end(), out + b * TILE) && sums[b] == wanted.back());
	}
	sort_tiles<<<16, 64>>>(in, out);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	for (int b = 0; b < 16; b++) {
		std::vector<int> wanted(in + b * 320, in + (b + 1) * 320);
		std::sort(wanted.begin(), wanted.end());
		EXPECT(std::equal(wanted.begin(), wanted.end(), out + b * 320));
	}
}

static void test_warps(int *in, int *out, int *sums)
{
	scan_warps<<<1, THREADS>>>(in, out, sums);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	for (int w = 0; w < WARPS; w++) {
		std::vector<int> wanted(32);
		std::partial_sum(in + w * 32, in + (w + 1) * 32, wanted.begin());
		EXPECT(std::equal(wanted.begin(), wanted.end(), out + w * 32) && sums[w] == wanted.back());
	}
}

static void test_heads(int *in, int *out, int *counts)
{
	std::vector<int> wanted(TILE), wanted_counts(16);
	for (int i = 0; i < TILE; i++) {
		in[i] = i / 3;
		wanted[i] = i / 3 * 2 + (i % 3 == 0);
		wanted_counts[i / 3 % 16]++;
	}
	mark_heads<<<1, THREADS>>>(in, out, counts);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	EXPECT(std::equal(wanted.begin(), wanted.end(), out));
	EXPECT(std::equal(wanted_counts.begin(), wanted_counts.end(), counts));
}

int main()
{
	int *in, *out, *sums, n = TILES * TILE;
	std::vector<int> values = numbers(n, 1000);
	cudaMallocManaged(&in, n * sizeof(int));
	cudaMallocManaged(&out, n * sizeof(int));
	cudaMallocManaged(&sums, n * sizeof(int));
	std::copy(values.begin(), values.end(), in);
	test_tiles(in, out, sums);
	test_warps(in, out, sums);
	test_heads(in, out, sums);
	return finish();
}
