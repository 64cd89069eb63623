// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: sizes, ranks, shuffles, votes, partitions, reductions and scans of every kind of
// group within a block, against what the ranks say they must be.
// FLAGS: -arch=sm_70
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "kernels/kernel_test.h"

namespace cg = cooperative_groups;

// --- the block ---

__global__ void block_kernel(int *out)
{
	__shared__ int values[1024];
	cg::thread_block block = cg::this_thread_block();
	int rank = (int)block.thread_rank();
	values[rank] = rank * rank;
	block.sync();
	out[rank] = values[block.size() - 1 - rank] + (block.thread_index().x == threadIdx.x) + (int)block.group_index().x;
}

static void blocks()
{
	for (dim3 shape : shapes) {
		int size = size_of(shape);
		Buffer<int> out(size);
		block_kernel<<<1, shape>>>(out.device);
		out.expect([&](int i) { return (size - 1 - i) * (size - 1 - i) + 1; });
	}
}

// --- tiles: one number that mixes all that a tile can do ---

template <int N>
__host__ __device__ static int tile_number(int rank, int sum, int above, int prefix, unsigned odd)
{
	return rank + 100 * sum + 7 * above + 13 * prefix + (int)odd;
}

template <unsigned N>
__global__ void tile_kernel(int *out)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<N> tile = cg::tiled_partition<N>(block);
	int rank = (int)tile.thread_rank(), value = (int)block.thread_rank();
	int sum = cg::reduce(tile, value, cg::plus<int>());
	int above = tile.shfl_down(value, 1), prefix = cg::inclusive_scan(tile, value);
	unsigned odd = tile.ballot(rank & 1);
	int last = tile.shfl(value, N - 1), flipped = tile.shfl_xor(value, N > 1 ? 1 : 0);
	bool good = tile.any(rank == (int)N - 1) && tile.all(rank < (int)N) && tile.size() == N &&
	            last == value - rank + (int)N - 1 && flipped == (N > 1 ? value ^ 1 : value) &&
	            tile.meta_group_rank() == block.thread_rank() / N && tile.meta_group_size() == block.size() / N &&
	            cg::exclusive_scan(tile, value) == prefix - value;
	out[value] = good ? tile_number<N>(rank, sum, above, prefix, odd) : -1;
}

template <unsigned N>
static void tiles()
{
	for (dim3 shape : warp_shapes) {
		Buffer<int> out(size_of(shape));
		tile_kernel<N><<<1, shape>>>(out.device);
		out.expect([](int i) {
			int rank = i % N, first = i - rank, n = N;
			int sum = n * first + n * (n - 1) / 2, prefix = (rank + 1) * first + rank * (rank + 1) / 2;
			return tile_number<N>(rank, sum, rank == n - 1 ? i : i + 1, prefix, N == 1 ? 0 : 0xaaaaaaaau >> (32 - N));
		});
	}
}

// --- the threads that took a branch, and partitions ---

__global__ void coalesced_kernel(int *out)
{
	int i = (int)threadIdx.x;
	out[i] = -1;
	if (i % 3 == 1) {
		cg::coalesced_group active = cg::coalesced_threads();
		int sum = cg::reduce(active, i, cg::plus<int>()), most = cg::reduce(active, i, cg::greater<int>());
		out[i] = sum + 10000 * (int)active.thread_rank() + active.shfl(i, 0) + 3 * most +
		         __popc(active.ballot(i % 2)) + active.shfl_up(i, 1) * 5;
	}
}

static void coalesced()
{
	Buffer<int> out(256);
	coalesced_kernel<<<1, 256>>>(out.device);
	out.expect([](int i) {
		if (i % 3 != 1)
			return -1;
		int sum = 0, most = 0, odd = 0, first = -1, rank = 0;
		for (int other = i / 32 * 32; other < i / 32 * 32 + 32; other++) {
			if (other % 3 != 1)
				continue;
			first = first < 0 ? other : first;
			sum += other, most = other, odd += other % 2, rank += other < i;
		}
		return sum + 10000 * rank + first + 3 * most + odd + (rank ? i - 3 : i) * 5;
	});
}

__global__ void partition_kernel(int *out)
{
	cg::thread_block block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	int i = (int)block.thread_rank();
	cg::coalesced_group labels = cg::labeled_partition(warp, i % 5), halves = cg::binary_partition(warp, i % 4 == 0);
	cg::thread_group eights = cg::tiled_partition(block, 8);
	eights.sync();
	out[i] = (int)(labels.size() * 1000000 + labels.thread_rank() * 10000 + halves.size() * 100 + eights.thread_rank() * 10) +
	         (int)eights.size();
}

static void partitions()
{
	Buffer<int> out(128);
	partition_kernel<<<1, 128>>>(out.device);
	out.expect([](int i) {
		int same = 0, rank = 0, warp = i / 32 * 32;
		for (int other = warp; other < warp + 32; other++)
			same += other % 5 == i % 5, rank += other % 5 == i % 5 && other < i;
		return same * 1000000 + rank * 10000 + (i % 4 == 0 ? 8 : 24) * 100 + i % 8 * 10 + 8;
	});
}

// --- values of other sizes, copies, the grid ---

struct wide {
	double a;
	short b;
	char c[5];
};

__global__ void wide_kernel(int *out, const int *in)
{
	__shared__ int copy[64];
	cg::thread_block block = cg::this_thread_block();
	auto tile = cg::tiled_partition<16>(block);
	int i = (int)block.thread_rank();
	cg::memcpy_async(block, copy, in, sizeof(int) * 61);
	wide mine = { i * 0.5, (short)(i * 3), { 'a', 'b', (char)i, 'd', 'e' } };
	wide other = tile.shfl_xor(mine, 5);
	bool good = other.a == (i ^ 5) * 0.5 && other.b == (i ^ 5) * 3 && other.c[2] == (i ^ 5) && other.c[4] == 'e';
	cg::wait(block);
	out[i] = good ? copy[i % 61] : -1;
}

static void wide_values()
{
	Buffer<int> in(64), out(64);
	in.fill([](int i) { return i * i + 1; });
	wide_kernel<<<1, 64>>>(out.device, in.device);
	out.expect([](int i) { return (i % 61) * (i % 61) + 1; });
}

__global__ void grid_kernel(int *sums, int *out)
{
	cg::grid_group grid = cg::this_grid();
	int i = (int)grid.thread_rank();
	atomicAdd(&sums[0], i);
	grid.sync();
	out[i] = sums[0] + (int)(grid.size() + grid.block_rank());
	grid.sync();
	if (i == 0)
		sums[0] = 0;
}

static void grids()
{
	Buffer<int> sums(1, 0), out(4 * 96);
	int *sums_device = sums.device, *out_device = out.device;
	void *arguments[] = { &sums_device, &out_device };
	CALL(cudaLaunchCooperativeKernel(grid_kernel, dim3(4), dim3(96), arguments));
	out.expect([](int i) { return 384 * 383 / 2 + 384 + i / 96; });
}

int main()
{
	blocks();
	tiles<1>();
	tiles<2>();
	tiles<4>();
	tiles<8>();
	tiles<16>();
	tiles<32>();
	coalesced();
	partitions();
	wide_values();
	grids();
	return unit_finish();
}
