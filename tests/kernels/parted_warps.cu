// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of all lanes behind conditions that whole warps agree on, though the code doesn't say so: threads are numbered by
// sizes that the host gives, or memory decides.  Those for which lanes elsewhere would wait in vain run as gangs; where lanes
// meet from different places, or come by again, only fibers do what a GPU does.
#include "kernels/kernel_test.h"

enum { ALL = 0xffffffffu };

__device__ int rank_by(int width, int height)
{
	return threadIdx.x + width * (threadIdx.y + height * threadIdx.z);
}

// Sums over the block in two steps: each warp's, and the first warp's of those.
__global__ void sums(int *out, int width, int height)
{
	__shared__ int partial[32];
	int rank = rank_by(width, height), lane = rank % 32, warp = rank / 32, count = (block_volume() + 31) / 32;
	for (int round = 0; round < 2; round++) {
		int value = rank + round;
		for (int step = 1; step < 32; step *= 2) {
			int other = __shfl_up_sync(ALL, value, step);
			value += lane >= step ? other : 0;
		}
		if (lane == 31 || rank == block_volume() - 1)
			partial[warp] = value;
		__syncthreads();
		if (warp == 0) {
			int sum = lane < count ? partial[lane] : 0;
			for (int step = 1; step < 32; step *= 2) {
				int other = __shfl_up_sync(ALL, sum, step);
				sum += lane >= step ? other : 0;
			}
			partial[lane] = sum;
		}
		__syncthreads();
		out[round * block_volume() + rank] = value + (warp ? partial[warp - 1] : 0);
		__syncthreads();
	}
}

static void run_sums()
{
	for (dim3 block : shapes) {
		int count = size_of(block);
		Buffer<int> out(2 * count);
		sums<<<1, block>>>(out.device, block.x, block.y);
		out.expect([&](int i) { return (i % count) * (i % count + 1) / 2 + (i < count ? 0 : i % count + 1); });
	}
}

// Warps do different things by what memory says: exchange values, vote, or nothing; all meet at the barrier.
__global__ void ways(int *out, const int *way)
{
	__shared__ int seen[32];
	int rank = thread_rank(), lane = rank % 32, warp = rank / 32, value = rank;
	if (way[warp] == 0)
		value = __shfl_xor_sync(ALL, value, 5);
	else if (way[warp] == 1)
		value = __ballot_sync(ALL, rank % 3 == 0);
	else if (way[warp] == 2)
		value = __reduce_add_sync(ALL, rank);
	if (lane == 0)
		seen[warp] = value;
	__syncthreads();
	out[rank] = value + seen[(warp + 1) % (block_volume() / 32)];
}

static int way_value(int way, int rank)
{
	int first = rank / 32 * 32, value = rank;
	if (way == 0)
		value = rank ^ 5;
	for (int i = 0; way == 1 && i < 32; i++)
		value = (i ? value : 0) | ((first + i) % 3 == 0 ? 1 << i : 0);
	return way == 2 ? 32 * first + 31 * 16 : value;
}

static void run_ways()
{
	for (dim3 block : warp_shapes) {
		int count = size_of(block), warps = count / 32;
		Buffer<int> out(count), way(warps);
		way.fill([](int i) { return i * 7 % 4; });
		ways<<<1, block>>>(out.device, way.device);
		out.expect([&](int i) {
			int next = (i / 32 + 1) % warps;
			return way_value(i / 32 * 7 % 4, i) + way_value(next * 7 % 4, next * 32);
		});
	}
}

// Lanes that only leave aren't waited for, whatever they would have passed.
__global__ void left(int *out, int width, int height, int count)
{
	int rank = rank_by(width, height);
	if (rank < count)
		out[rank] = __shfl_xor_sync(ALL, rank, 1);
}

static void run_left()
{
	for (dim3 block : shapes) {
		int count = size_of(block) * 2 / 3 / 2 * 2;
		Buffer<int> out(count + 1);
		left<<<1, block>>>(out.device, block.x, block.y, count);
		out.expect([&](int i) { return i < count ? i ^ 1 : (int)0xcdcdcdcd; });
	}
}

// Groups of four lanes, of which the last warp has some only.  Those beyond COUNT leave: they aren't below COUNT rounded down to whole
// warps either, on which whole warps agree.
__global__ void groups(int *out, const int *in, int count)
{
	int id = threadIdx.x + blockIdx.x * blockDim.x, group = id >> 2, whole = count / 8 * 8, value = 0;
	if (group < count) {
		value = in[id];
		value += __shfl_xor_sync(ALL, value, 1);
		value += __shfl_xor_sync(ALL, value, 2);
	}
	if (group < whole) {
		value = __shfl_xor_sync(ALL, value, 4) * 3;
		out[id] = value + __shfl_xor_sync(ALL, value, 20);
	} else if (group < count) {
		out[id] = -value;
	}
}

// The same by division, with the test turned round; several in a warp.
__global__ void halves(int *out, const int *in, int count)
{
	int id = threadIdx.x + blockIdx.x * blockDim.x, half = id / 16;
	if (2 * (count / 2) > half)
		out[id] = __shfl_xor_sync(ALL, in[id], 16);
	else
		out[id] = __shfl_xor_sync(ALL, in[id], 1);
}

static void run_groups()
{
	enum { BLOCKS = 3 };
	for (int threads : { 32, 64, 256 }) {
		int all = BLOCKS * threads;
		Buffer<int> in(all);
		in.fill([](int i) { return i * i % 1000; });
		for (int count : { -20, -7, -1, 0, 1, 7, 8, 9, 12, 16, 23, 70, all / 4, all }) {
			Buffer<int> out(all), half(all);
			groups<<<BLOCKS, threads>>>(out.device, in.device, count);
			out.expect([&](int i) {
				int group = i / 4, whole = count / 8 * 8;
				auto sum = [](int group) {
					int sum = 0;
					for (int i = group * 4; i < group * 4 + 4; i++)
						sum += i * i % 1000;
					return sum;
				};
				if (group < whole)
					return 3 * (sum(group ^ 1) + sum(group ^ 1 ^ 5));
				return group < count ? -sum(group) : (int)0xcdcdcdcd;
			});
			halves<<<BLOCKS, threads>>>(half.device, in.device, count);
			half.expect([&](int i) {
				int from = count / 2 * 2 > i / 16 ? i ^ 16 : i ^ 1;
				return from * from % 1000;
			});
		}
	}
}

// Lanes that pass the first exchange come to the second, which is the first for the others: both meet there.
__global__ void shifted(int *out, const int *skips)
{
	int lane = threadIdx.x, value = lane;
	if (!skips[lane])
		value = __shfl_xor_sync(ALL, value, 1);
	value = value * 100 + __shfl_xor_sync(ALL, value, 1);
	out[lane] = value;
}

// Lanes make different numbers of turns: one that is through is waited for, in its next round.
__global__ void rounds(int *out, const int *counts)
{
	int lane = threadIdx.x, sum = 0;
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < counts[lane + round * 32]; i++)
			sum = sum * 3 + __shfl_xor_sync(ALL, lane + i, 1);
	out[lane] = sum;
}

static void run_fibers()
{
	Buffer<int> out(32), skips(32), counts(64);
	skips.fill([](int i) { return i == 0; });
	shifted<<<1, 32>>>(out.device, skips.device);
	// Lane 0's one exchange is the others' first: it gets lane 1's value and lane 1 gets its.  Lane 1's second has no partner.
	out.expect([](int i) { return i == 0 ? 1 : i == 1 ? 0 : (i ^ 1) * 100 + i; });
	// Half of the lanes make one turn first and then two, the others two and then one.
	counts.fill([](int i) { return 1 + ((i & 1) ^ (i >= 32)); });
	rounds<<<1, 32>>>(out.device, counts.device);
	out.expect([](int i) {
		int turns[2][3] = { { 0, 0, 1 }, { 0, 1, 0 } }, sum = 0;
		for (int t = 0; t < 3; t++)
			sum = sum * 3 + (i ^ 1) + turns[(i & 1) ^ 1][t];
		return sum;
	});
}

int main()
{
	run_sums();
	run_ways();
	run_left();
	run_groups();
	run_fibers();
	return unit_finish();
}
