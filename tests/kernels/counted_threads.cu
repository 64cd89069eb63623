// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of blocks in two and three dimensions that count themselves and go on with that number: by rows of 8 or 16, which the kernel
// knows, by blockDim.x in blocks whose z is 1, and in all.  Launches with other blocks than a kernel counts for are right, too.
#include "kernels/kernel_test.h"

enum { ALL = 0xffffffffu };

static const dim3 counted[] = {
	dim3(8, 8),  dim3(8, 3),  dim3(8, 1),  dim3(8, 128),  dim3(8, 4, 2), dim3(16, 16), dim3(16, 3),  dim3(16, 5, 3), dim3(32, 2),
	dim3(64, 3), dim3(5, 7),  dim3(7, 16), dim3(3, 5, 7), dim3(4, 32),   dim3(2, 9),   dim3(24, 16), dim3(1, 40),    dim3(1, 1, 33),
};

// Each warp of the tile goes its own way and exchanges values there.
__global__ void tile(int *out, const unsigned *ways, int rounds)
{
	__shared__ int table[64];
	unsigned rank = threadIdx.y * 8 + threadIdx.x, warp = rank / 32;
	if (threadIdx.z == 0 && rank < 64)
		table[rank] = rank * rank + 3;
	__syncthreads();
	int sum = 0;
	for (int round = 0; round < rounds; round++) {
		unsigned way = ways[round * 32 + warp % 32];
		if (!way)
			continue;
		int value = table[(threadIdx.x + round) & 7] + table[(threadIdx.y * 8 + ((round + threadIdx.x) & 7)) & 63];
		for (int bit = 0; bit < 4; bit++)
			if (way >> bit & 1) {
				value += __shfl_xor_sync(ALL, value, 1 << bit);
				sum = sum * 3 + value;
			}
	}
	if (threadIdx.z == 0)
		out[rank] = sum;
}

// What shapes of whole warps in rows of 8 leave; others are read as they come.
static void expect_tile(int *sums, const unsigned *ways, int rounds, int threads)
{
	for (int i = 0; i < threads; i++)
		sums[i] = 0;
	for (int first = 0; first < threads; first += 32)
		for (int round = 0; round < rounds; round++) {
			int values[32], before[32];
			unsigned way = ways[round * 32 + first / 32 % 32];
			for (int i = 0; i < 32 && way; i++) {
				int x = (first + i) % 8, y = (first + i) / 8, one = (x + round) & 7, other = (y * 8 + ((round + x) & 7)) & 63;
				values[i] = one * one + 3 + other * other + 3;
			}
			for (int bit = 0; bit < 4; bit++) {
				memcpy(before, values, sizeof(before));
				for (int i = 0; i < 32 && (way >> bit & 1); i++) {
					values[i] += before[i ^ (1 << bit)];
					sums[first + i] = (int)((unsigned)sums[first + i] * 3u + (unsigned)values[i]);
				}
			}
		}
}

static void run_tile()
{
	enum { ROUNDS = 9 };
	unsigned ways[ROUNDS * 32];
	for (int i = 0; i < ROUNDS * 32; i++)
		ways[i] = (i * 2654435761u >> 28) & (i % 3 ? 15 : 0);
	Buffer<unsigned> device(ROUNDS * 32);
	CALL(cudaMemcpy(device.device, ways, sizeof(ways), cudaMemcpyHostToDevice));
	for (dim3 block : { dim3(8, 8), dim3(8, 4), dim3(8, 128), dim3(8, 8, 2) }) {
		int count = (int)(block.x * block.y), *sums = (int *)malloc(count * sizeof(*sums));
		Buffer<int> out(count);
		tile<<<1, block>>>(out.device, device.device, ROUNDS);
		expect_tile(sums, ways, ROUNDS, count);
		out.expect([&](int i) { return sums[i]; });
		free(sums);
	}
}

// The sums of warps and of the block, by threads that count rows of blockDim.x in blocks whose z is 1, or of planes.
template <bool planes>
__global__ void sums(int *out, const int *in)
{
	__shared__ int partial[32];
	int row = planes ? threadIdx.z * blockDim.y + threadIdx.y : threadIdx.y, rank = row * blockDim.x + threadIdx.x;
	int threads = blockDim.x * blockDim.y * (planes ? blockDim.z : 1), lane = rank % 32, warp = rank / 32;
	int value = in[rank] * (threadIdx.x + 2 * threadIdx.y + 1);
	for (int step = 1; step < 32; step *= 2) {
		int other = __shfl_up_sync(ALL, value, step);
		value += lane >= step ? other : 0;
	}
	if (lane == 31 || rank == threads - 1)
		partial[warp] = value;
	__syncthreads();
	int before = 0;
	for (int i = 0; i < warp; i++)
		before += partial[i];
	out[rank] = before + value;
}

template <bool planes>
static void run_sums()
{
	for (dim3 block : counted) {
		if (!planes && block.z > 1)
			continue;
		int count = size_of(block), *in = (int *)malloc(count * sizeof(*in)), *sum = (int *)malloc(count * sizeof(*sum));
		for (int i = 0; i < count; i++) {
			int x = i % (int)block.x, y = i / (int)block.x % (int)block.y;
			in[i] = i * 37 % 11 - 5;
			sum[i] = (i ? sum[i - 1] : 0) + in[i] * (x + 2 * y + 1);
		}
		Buffer<int> out(count), device(count);
		CALL(cudaMemcpy(device.device, in, count * sizeof(*in), cudaMemcpyHostToDevice));
		sums<planes><<<1, block>>>(out.device, device.device);
		out.expect([&](int i) { return sum[i]; });
		free(in);
		free(sum);
	}
}

// A block whose z isn't 1 runs a kernel that counts planes as if there were one: all of them write the same.
__global__ void one_plane(int *out)
{
	unsigned rank = threadIdx.y * blockDim.x + threadIdx.x;
	unsigned lanes = __popc(__ballot_sync(ALL, 1));
	out[rank] = (int)(lanes * 1000 + rank);
	if (rank == 0)
		out[blockDim.x * blockDim.y] = (int)(blockDim.z * 10);
}

static void run_one_plane()
{
	for (dim3 block : { dim3(8, 8, 3), dim3(16, 4, 1), dim3(4, 8, 5) }) {
		int count = (int)(block.x * block.y);
		Buffer<int> out(count + 1);
		one_plane<<<1, block>>>(out.device);
		out.expect([&](int i) { return i == count ? (int)block.z * 10 : 32000 + i; });
	}
}

// Rows of 16, and warps in step over shared memory without a word.
__global__ void steps(int *out, const int *in)
{
	__shared__ volatile int tree[256];
	int rank = threadIdx.y * 16 + threadIdx.x;
	tree[rank] = in[blockIdx.x * 256 + rank];
	__syncthreads();
	if (rank < 128)
		tree[rank] = tree[rank] + tree[rank + 128];
	__syncthreads();
	if (rank < 64)
		tree[rank] = tree[rank] + tree[rank + 64];
	__syncthreads();
	if (rank < 32) {
		tree[rank] = tree[rank] + tree[rank + 32];
		tree[rank] = tree[rank] + tree[rank + 16];
		tree[rank] = tree[rank] + tree[rank + 8];
		tree[rank] = tree[rank] + tree[rank + 4];
		tree[rank] = tree[rank] + tree[rank + 2];
		tree[rank] = tree[rank] + tree[rank + 1];
	}
	if (rank == 0)
		out[blockIdx.x] = tree[0];
}

static void run_steps()
{
	enum { BLOCKS = 5, COUNT = BLOCKS * 256 };
	int in[COUNT], sum[BLOCKS] = { 0 };
	for (int i = 0; i < COUNT; i++) {
		in[i] = i * i % 1009;
		sum[i / 256] += in[i];
	}
	Buffer<int> out(BLOCKS), device(COUNT);
	CALL(cudaMemcpy(device.device, in, sizeof(in), cudaMemcpyHostToDevice));
	steps<<<BLOCKS, dim3(16, 16)>>>(out.device, device.device);
	out.expect([&](int i) { return sum[i]; });
}

// A number for y that isn't the row's length: blocks of any x come.
__global__ void other_rows(int *out, int width, int height)
{
	int place = threadIdx.y * 8 + threadIdx.x;
	out[threadIdx.x + width * (threadIdx.y + height * threadIdx.z)] = place * 100 + (int)__popc(__match_any_sync(__activemask(), place & 1));
}

static void run_other_rows()
{
	for (dim3 block : counted) {
		Buffer<int> out(size_of(block));
		other_rows<<<1, block>>>(out.device, block.x, block.y);
		out.expect([&](int i) {
			auto place = [&](int rank) { return rank / (int)block.x % (int)block.y * 8 + rank % (int)block.x; };
			int first = i / 32 * 32, last = first + 32 < size_of(block) ? first + 32 : size_of(block), same = 0;
			for (int other = first; other < last; other++)
				same += (place(other) & 1) == (place(i) & 1);
			return place(i) * 100 + same;
		});
	}
}

int main()
{
	run_tile();
	run_sums<false>();
	run_sums<true>();
	run_one_plane();
	run_steps();
	run_other_rows();
	return unit_finish();
}
