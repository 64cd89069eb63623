// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes store to few words of a row in shared memory (simd_fill.c): rows of 4 to 16 ints and floats in arrays of rows and at the very end,
// under masks, with none and with all lanes, one and several lanes to a word, in loops and in called functions; what lies beside stays.
#include "kernels/kernel_test.h"

__host__ __device__ static unsigned key(unsigned i) { return i * 2654435761u >> 7; }

struct Rows {
	int before[3];
	int rows[32][16];
	float floats[32][8];
	int few[32][4], uneven[4][12], last[16];
};
static const int words = sizeof(Rows) / 4;

// The lanes of a warp that store have a word each: lane L that of number L ^ turn, if that is low enough.
__host__ __device__ static int number_of(int lane, unsigned turn, int count)
{
	int number = lane ^ (int)(turn & 15);
	return number < count ? number : -1;
}

__host__ __device__ static void fill(Rows *rows, int thread, int row, const unsigned *turns)
{
	int warp = thread / 32, lane = thread % 32;
	unsigned turn = turns[warp];
	int number = number_of(lane, turn, 16);
	if (number >= 0 && warp < 29 && (turn >> 4 & 3) != 3)
		rows->rows[warp][number & 15] = 1000 + thread;
	if (warp == 2)
		rows->rows[31 - row][(lane ^ turn) & 15] = (int)((lane ^ turn) & 15) * 7; // the same by two lanes
	number = number_of(lane, turn >> 6, 8);
	if (number >= 0 && warp == (row & 1))
		rows->floats[row][number & 7] = 0.5f * thread;
	number = number_of(lane, turn >> 10, 4);
	if (number >= 0 && turn & 1 << 14 && warp == 0)
		rows->few[row][number & 3] = -thread;
	if (warp < 4)
		rows->uneven[warp][(lane ^ turn) % 12] = (lane ^ turn) % 12 + 12; // the same by several lanes
	if (warp == 1)
		rows->last[(lane ^ turn) & 15] = (int)((lane ^ turn) & 15) * 3;
}

__global__ void fill_rows(const unsigned *turns, int row, int *out)
{
	__shared__ Rows rows;
	for (int i = thread_rank(); i < words; i += block_volume())
		((int *)&rows)[i] = i;
	__syncthreads();
	fill(&rows, thread_rank(), row, turns);
	__syncthreads();
	for (int i = thread_rank(); i < words; i += block_volume())
		out[i] = ((int *)&rows)[i];
}

// Rows that may be any of an array's.  The last threads' numbers are all different.
__global__ void fill_one(const unsigned *turns, int row, float *out)
{
	__shared__ float eights[32][8];
	__shared__ int fours[32][4];
	int me = thread_rank(), lane = me % 32, first = block_volume() - 8;
	for (int i = me; i < 256; i += block_volume())
		(&eights[0][0])[i] = -i;
	for (int i = me; i < 128; i += block_volume())
		(&fours[0][0])[i] = -i;
	__syncthreads();
	unsigned number = (me - first) ^ turns[0];
	if (me >= first)
		eights[row][number & 7] = 0.5f + me;
	if (me - first >= 4)
		fours[row + 1][number & 3] = me;
	if (turns[1] & 1 << lane)
		eights[row + 2][turns[lane] & 7] = 0.25f * (turns[lane] & 7); // the same by several lanes
	__syncthreads();
	for (int i = me; i < 256; i += block_volume())
		out[i] = (&eights[0][0])[i];
	for (int i = me; i < 128; i += block_volume())
		out[256 + i] = (&fours[0][0])[i];
}

static void expect_one(Buffer<float> &out, const unsigned *turns, int row, int threads)
{
	static float wanted[384];
	for (int i = 0; i < 384; i++)
		wanted[i] = (float)(i < 256 ? -i : 256 - i);
	for (int me = threads - 8; me < threads; me++) {
		unsigned number = (unsigned)(me - threads + 8) ^ turns[0];
		wanted[8 * row + (number & 7)] = 0.5f + me;
		if (me - threads + 8 >= 4)
			wanted[256 + 4 * (row + 1) + (number & 3)] = (float)me;
	}
	for (int lane = 0; lane < 32 && lane < threads; lane++)
		if (turns[1] & 1u << lane)
			wanted[8 * (row + 2) + (turns[lane] & 7)] = 0.25f * (turns[lane] & 7);
	out.expect([&](int i) { return wanted[i]; });
}

__device__ __noinline__ void leave(int *row, unsigned number, int value)
{
	row[number & 15] = value;
}

// Each turn's numbers are those of one warp alone; the first lane of each digit leaves how many there are.
__global__ void count_in_turns(const unsigned *keys, int turns, int *out)
{
	__shared__ int counts[32][16], all[16];
	int me = thread_rank(), warp = me / 32, lane = me % 32;
	for (int i = me; i < 512; i += block_volume())
		(&counts[0][0])[i] = 0;
	if (me < 16)
		all[me] = -1;
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		unsigned digit = keys[me] >> 4 * turn & 15, active = __activemask(), same = __match_any_sync(active, digit);
		if (__ffs(same) - 1 == lane)
			counts[warp][digit] = counts[warp][digit] * 3 + __popc(same);
		if (__ffs(same) - 1 == lane && warp == turn)
			leave(all, digit, __popc(same) + 100 * turn);
		__syncthreads();
	}
	for (int i = me; i < 512; i += block_volume())
		out[i] = (&counts[0][0])[i];
	if (me < 16)
		out[512 + me] = all[me];
}

static void expect_counts(Buffer<int> &out, int threads, int turns)
{
	static int wanted[528];
	memset(wanted, 0, sizeof(wanted));
	for (int i = 0; i < 16; i++)
		wanted[512 + i] = -1;
	for (int turn = 0; turn < turns; turn++)
		for (int warp = 0; warp * 32 < threads; warp++) {
			int count[16] = { 0 };
			for (int i = warp * 32; i < threads && i < warp * 32 + 32; i++)
				count[key(i) >> 4 * turn & 15]++;
			for (int digit = 0; digit < 16; digit++) {
				if (!count[digit])
					continue;
				wanted[16 * warp + digit] = wanted[16 * warp + digit] * 3 + count[digit];
				if (warp == turn)
					wanted[512 + digit] = count[digit] + 100 * turn;
			}
		}
	out.expect([&](int i) { return wanted[i]; });
}

int main()
{
	static unsigned turns[32];
	static Rows rows;
	for (int round = 0; round < 3; round++)
		for (dim3 block : shapes) {
			int threads = size_of(block);
			Buffer<unsigned> given(32), keys(threads);
			Buffer<int> out(words), counts(528);
			for (int i = 0; i < 32; i++)
				turns[i] = key((unsigned)(round * 32 + i + 1));
			given.upload(turns);
			fill_rows<<<1, block>>>(given.device, round, out.device);
			for (int i = 0; i < words; i++)
				((int *)&rows)[i] = i;
			for (int i = 0; i < threads; i++)
				fill(&rows, i, round, turns);
			out.expect([&](int i) { return ((int *)&rows)[i]; });
			if (threads < 16)
				continue;
			Buffer<float> floats(384);
			fill_one<<<1, block>>>(given.device, 5 * round, floats.device);
			expect_one(floats, turns, 5 * round, threads);
			keys.fill([](int i) { return key((unsigned)i); });
			count_in_turns<<<1, block>>>(keys.device, 1 + 2 * round, counts.device);
			expect_counts(counts, threads, 1 + 2 * round);
		}
	return unit_finish();
}
