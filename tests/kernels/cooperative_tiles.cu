// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups of several warps, groups cut at run time, the numbers of partitions, and reductions and scans into
// variables.
// FLAGS: -arch=sm_80
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "kernels/kernel_test.h"

namespace cg = cooperative_groups;

struct largest {
	__device__ long long operator()(long long a, long long b) const { return a < b ? b : a; }
};

// --- tiles of several warps ---

template <unsigned N>
__global__ void tile_kernel(int *out)
{
	__shared__ cg::block_tile_memory<1024> memory;
	cg::thread_block block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<N>(block);
	cg::thread_block_tile<N> forgotten = tile;
	cg::thread_group group = tile;
	int i = (int)block.thread_rank(), rank = (int)tile.thread_rank(), first = i - rank, n = N;
	int sum = first * n + n * (n - 1) / 2, prefix = (rank + 1) * first + rank * (rank + 1) / 2;
	bool good = rank == i % n && tile.size() == N && group.size() == N && (int)group.thread_rank() == rank;
	good = good && tile.meta_group_rank() == i / N && tile.meta_group_size() == (block.size() + N - 1) / N;
	good = good && forgotten.meta_group_rank() == i / N && forgotten.meta_group_size() == (block.size() + N - 1) / N;
	good = good && cg::reduce(tile, i, cg::plus<int>()) == sum;
	good = good && cg::reduce(forgotten, (long long)i << 33, largest()) == (long long)(first + n - 1) << 33;
	good = good && cg::inclusive_scan(tile, i) == prefix && cg::exclusive_scan(tile, i) == prefix - i;
	good = good && tile.shfl(i * 0.5, 37) == (first + 37) * 0.5;
	good = good && tile.any(rank == n - 1) && !tile.any(rank == n) && tile.all(rank < n) && !tile.all(rank != 40);
	group.sync();
	auto warp = cg::tiled_partition<32>(tile);
	good = good && (int)warp.meta_group_rank() == rank / 32 && warp.meta_group_size() == N / 32;
	good = good && cg::invoke_one_broadcast(tile, [=] { return i + 1; }) == first + 1;
	out[i] = good ? i : -1 - i;
}

template <unsigned N>
static void tiles()
{
	for (dim3 shape : { dim3(N), dim3(1024), dim3(32, 32), dim3(1024 / N, N) }) {
		Buffer<int> out(size_of(shape));
		tile_kernel<N><<<1, shape>>>(out.device);
		out.expect([](int i) { return i; });
	}
}

// Tiles of two sizes at a time, which wait at different barriers.
__global__ void mixed_kernel(int *out)
{
	auto block = cg::this_thread_block();
	auto half = cg::tiled_partition<256>(block);
	int i = (int)block.thread_rank(), sum;
	if (half.meta_group_rank() == 0) {
		auto tile = cg::tiled_partition<64>(half);
		sum = cg::reduce(tile, i, cg::plus<int>()) + (int)(1000000 * (tile.meta_group_rank() + 10 * tile.meta_group_size()));
	} else {
		auto tile = cg::tiled_partition<128>(half);
		sum = cg::reduce(tile, i, cg::plus<int>()) + (int)(1000000 * (tile.meta_group_rank() + 10 * tile.meta_group_size()));
	}
	out[i] = sum;
}

static void mixed()
{
	Buffer<int> out(512);
	mixed_kernel<<<1, 512>>>(out.device);
	out.expect([](int i) {
		int n = i < 256 ? 64 : 128, first = i / n * n;
		return first * n + n * (n - 1) / 2 + 1000000 * (i % 256 / n + 10 * (256 / n));
	});
}

// --- groups cut at run time, and the numbers of partitions ---

__device__ static int group_sum(cg::thread_group group, volatile int *scratch, int value)
{
	int lane = (int)group.thread_rank();
	for (int i = (int)group.size() / 2; i > 0; i /= 2) {
		scratch[lane] = value;
		group.sync();
		if (lane < i)
			value += scratch[lane + i];
		group.sync();
	}
	return value;
}

__global__ void runtime_kernel(int *out, int size)
{
	__shared__ int scratch[256];
	cg::thread_block block = cg::this_thread_block();
	int i = (int)block.thread_rank();
	cg::thread_group tile = cg::tiled_partition(block, (unsigned)size);
	int sum = group_sum(tile, scratch + i - tile.thread_rank(), i);
	block.sync();
	int all = group_sum(block, scratch, i);
	out[i] = tile.thread_rank() == 0 ? sum + (i == 0 ? all : 0) : -1;
}

static void runtime_sizes()
{
	for (int size : { 1, 2, 8, 32 }) {
		Buffer<int> out(256);
		runtime_kernel<<<1, 256>>>(out.device, size);
		out.expect([=](int i) {
			return i % size ? -1 : i * size + size * (size - 1) / 2 + (i == 0 ? 255 * 128 : 0);
		});
	}
}

// Threads 1, 4, 7 ... of a warp: eleven of them, cut into pieces of four.
__global__ void numbers_kernel(int *out)
{
	int i = (int)threadIdx.x, lane = i % 32;
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto labels = cg::labeled_partition(warp, (short)(lane % 5 == 0 ? 9 : lane % 5));
	auto halves = cg::binary_partition<32>(warp, lane % 4 == 0), whole = cg::binary_partition(warp, lane < 99);
	bool good = labels.meta_group_size() == 5 && (int)labels.meta_group_rank() == lane % 5;
	good = good && halves.meta_group_size() == 2 && halves.meta_group_rank() == (lane % 4 == 0);
	good = good && whole.meta_group_size() == 1 && whole.meta_group_rank() == 0 && whole.size() == 32;
	good = good && cg::this_thread().size() == 1 && cg::this_thread().meta_group_size() == 1;
	out[i] = good ? -1 : -2;
	if (lane % 3 == 1) {
		cg::coalesced_group active = cg::coalesced_threads(), four = cg::tiled_partition(active, 4);
		cg::thread_group same = cg::tiled_partition((cg::thread_group)active, 4);
		int k = lane / 3;
		good = good && (int)four.meta_group_rank() == k / 4 && (int)four.thread_rank() == k % 4 && four.meta_group_size() == 3;
		good = good && same.size() == four.size() && same.thread_rank() == four.thread_rank();
		out[i] = good ? cg::reduce(four, lane, cg::plus<int>()) : -3;
	}
}

static void numbers()
{
	Buffer<int> out(96);
	numbers_kernel<<<1, 96>>>(out.device);
	out.expect([](int i) {
		int lane = i % 32, sum = 0;
		for (int other = 1; other < 32; other += 3)
			sum += other / 12 == lane / 12 && lane % 3 == 1 ? other : 0;
		return lane % 3 == 1 ? sum : -1;
	});
}

// --- into variables: what has the members of cuda::atomic ---

struct counter {
	int *place;
	__device__ int load() const { return *(volatile int *)place; }
	__device__ void store(int value) const { *place = value; }
	__device__ int fetch_add(int value) const { return atomicAdd(place, value); }
	__device__ bool compare_exchange_weak(int &old, int wanted) const
	{
		int before = old;
		old = atomicCAS(place, before, wanted);
		return old == before;
	}
};

__global__ void update_kernel(int *sums, int *out)
{
	auto tile = cg::tiled_partition<8>(cg::this_thread_block());
	int i = (int)threadIdx.x, rank = (int)tile.thread_rank();
	cg::reduce_update_async(tile, counter{ &sums[0] }, i, cg::plus<int>());
	cg::reduce_update_async(tile, counter{ &sums[1] }, i, cg::greater<int>());
	cg::reduce_store_async(tile, counter{ &sums[2] }, 5, cg::plus<int>());
	cg::reduce_store_async(tile, &sums[3], 2, cg::plus<int>());
	int before = cg::exclusive_scan_update(tile, counter{ &sums[4] }, 1);
	int upto = cg::inclusive_scan_update(tile, counter{ &sums[5] }, rank, cg::plus<int>());
	out[i] = before % 8 == rank && (upto - rank * (rank + 1) / 2) % 28 == 0;
}

static void updates()
{
	Buffer<int> sums(6, 0), out(128);
	update_kernel<<<1, 128>>>(sums.device, out.device);
	out.expect([](int) { return 1; });
	const int wanted[] = { 127 * 64, 127, 40, 16, 128, 16 * 28 };
	sums.expect([&](int i) { return wanted[i]; });
}

// --- the order of additions is that of NVIDIA's implementation ---

__global__ void order_kernel(float *out, const float *in)
{
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	int i = (int)threadIdx.x;
	out[i] = cg::reduce(warp, in[i], cg::plus<float>());
	if (i < 21) {
		auto active = cg::coalesced_threads();
		out[i + 32] = cg::reduce(active, in[i], cg::plus<float>());
	}
}

static void order()
{
	Buffer<float> in(32), out(53);
	auto value = [](int i) { return 1.0f / (float)(i * i + 1) + (float)(i % 7) * 1e5f; };
	in.fill(value);
	order_kernel<<<1, 32>>>(out.device, in.device);
	float tree[32], scan[21];
	for (int i = 0; i < 32; i++)
		tree[i] = value(i);
	for (int step = 16; step > 0; step /= 2)
		for (int i = 0; i < step; i++)
			tree[i] += tree[i + step];
	for (int i = 0; i < 21; i++)
		scan[i] = value(i);
	for (int step = 1; step < 21; step *= 2)
		for (int i = 20; i >= step; i--)
			scan[i] = scan[i - step] + scan[i];
	out.expect([&](int i) { return i < 32 ? tree[0] : scan[20]; });
}

int main()
{
	tiles<64>();
	tiles<128>();
	tiles<256>();
	tiles<512>();
	tiles<1024>();
	mixed();
	runtime_sizes();
	numbers();
	updates();
	order();
	return unit_finish();
}
