// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that leave a kernel before barriers, which the others go on to meet at: the last of a block, the first, every
// third, all but one, all; at the top, in branches, in loops with and without barriers.  They count as come there, and
// nothing of what they leave behind may be looked at.
// FLAGS: -arch=sm_80
#include "kernels/kernel_test.h"

enum { NOBODY, LAST, FIRST, THIRDS, ALL_BUT_ONE, ALL, KINDS };

__host__ __device__ static inline bool leaves(int kind, int me, int n)
{
	switch (kind) {
	case LAST: return me >= n;
	case FIRST: return me < n;
	case THIRDS: return me % 3 == 1;
	case ALL_BUT_ONE: return me != n;
	case ALL: return true;
	default: return false;
	}
}

// The sum of a block by a tree, of those that are there.
__global__ void tree(const int *in, int *out, int kind, int n)
{
	__shared__ int cell[1024];
	int me = thread_rank(), volume = block_volume(), size = 1;
	cell[me] = 0;
	__syncthreads();
	if (leaves(kind, me, n))
		return;
	cell[me] = in[me];
	while (size < volume)
		size *= 2;
	__syncthreads();
	for (int step = size / 2; step > 0; step /= 2) {
		int other = me + step < volume && me < step ? cell[me + step] : 0;
		__syncthreads();
		cell[me] += other;
		__syncthreads();
	}
	out[me] = cell[me];
}

// Turns that are told by memory, which the last that comes by changes behind the loop's end.
__global__ void told(int *turns, int *out, int kind, int n)
{
	__shared__ int cell[1024];
	int me = thread_rank(), sum = 0;
	if (leaves(kind, me, n)) {
		out[me] = -1;
		return;
	}
	int end = *turns;
	if (kind == ALL_BUT_ONE)
		*turns = 1000000; // alone
	for (int turn = 0; turn < end; turn++) {
		cell[me] = turn * me;
		__syncthreads();
		sum += cell[me] + 1;
	}
	out[me] = sum;
}

// The threads count themselves.
__global__ void votes(int *out, int kind, int n, int odd)
{
	int me = thread_rank();
	if (me % 2) {
		if (leaves(kind, me, n)) {
			out[me] = 7;
			return;
		}
		odd += me;
	} else {
		for (int i = 0; i < 4; i++)
			if (leaves(kind, me, n) && i == me % 4)
				return;
	}
	int count = __syncthreads_count(odd > n);
	int all = __syncthreads_and(!leaves(kind, me, n));
	int any = __syncthreads_or(leaves(kind, me, n) || me < 0);
	out[me] = count * 4 + (all != 0) * 2 + (any != 0);
}

// Some leave in each turn, until nobody is there.
__global__ void one_by_one(int *out, const int *in, int kind, int n, int end)
{
	__shared__ int cell[1024], flag;
	int me = thread_rank(), value = 0;
	if (leaves(kind, me, n))
		return;
	for (int turn = 0;; turn += 1 + end) {
		cell[me] = value + in[me];
		flag = turn * 2 + end;
		__syncthreads();
		value = cell[me] + turn;
		if (me % 5 == turn)
			break;
		if (flag == 6) {
			if (me % 2)
				return;
			__syncthreads();
			value += 1000;
		}
		__syncthreads();
	}
	out[me] = value;
}

// A block of which none is left must not look for the end of a loop that only threads with work find.
__global__ void endless(const int *in, int *out, int n, int end)
{
	__shared__ int cell[1024];
	int me = thread_rank(), i = blockIdx.x * block_volume() + me, sum = 0;
	if (i >= n)
		return;
	for (int at = blockIdx.x * 4; at != end; at += 2) {
		if (at > end + 100)
			at = 0;
		cell[me] = in[me] + at;
		__syncthreads();
		sum += cell[me];
		__syncthreads();
	}
	out[i] = sum;
}

// What was computed before is there behind: rows and columns, sums, pointers that were read, arrays.
__global__ void carried(int **lists, int *out, int width, int height)
{
	__shared__ int cell[1024];
	int x = threadIdx.x, y = threadIdx.y, me = thread_rank(), parts[4] = { 0 };
	if (y >= height)
		return;
	int *list = lists[blockIdx.x];
	int row = y * blockDim.x, at = row + x;
	if (width > 0) {
		cell[at] = list[at];
		__syncthreads();
		if (x >= width)
			return;
		parts[x & 3] = cell[row] + at;
	}
	__syncthreads();
	cell[at] = parts[0] + parts[1] * 2 + parts[2] * 3 + parts[3] * 4;
	for (int i = 0; i < 3; i++) {
		__syncthreads();
		int next = cell[row + (x + 1) % (width > 0 ? width : (int)blockDim.x)];
		__syncthreads();
		cell[at] = next + list[at];
	}
	out[me] = cell[at];
}

// Warp operations for all lanes are for those that are there.
__global__ void warps(int *out, int kind, int n)
{
	__shared__ int part[32];
	int me = thread_rank();
	if (leaves(kind, me, n))
		return;
	int here = __popc(__ballot_sync(0xffffffff, me >= 0));
	part[me / 32] = here;
	__syncthreads();
	int sum = part[me / 32] * 100;
	if (me % 64 < 32)
		sum += __reduce_add_sync(__activemask(), 1);
	__syncthreads();
	out[me] = sum + here;
}

static int *expected;

static void test_tree(dim3 block, int kind, int n)
{
	int count = size_of(block), size = 1;
	Buffer<int> in(count), out(count, 0);
	in.fill([](int i) { return i * 7 + 1; });
	tree<<<1, block>>>(in.device, out.device, kind, n);
	for (int i = 0; i < count; i++)
		expected[i] = leaves(kind, i, n) ? 0 : i * 7 + 1;
	while (size < count)
		size *= 2;
	for (int step = size / 2; step > 0; step /= 2)
		for (int i = 0; i < step && i + step < count; i++)
			if (!leaves(kind, i, n))
				expected[i] += expected[i + step];
	out.expect([&](int i) { return leaves(kind, i, n) ? 0 : expected[i]; });
}

static void test_told(dim3 block, int kind, int n)
{
	Buffer<int> turns(1), out(size_of(block));
	turns.fill([](int) { return 5; });
	told<<<1, block>>>(turns.device, out.device, kind, n);
	out.expect([&](int i) { return leaves(kind, i, n) ? -1 : 10 * i + 5; });
}

static void test_votes(dim3 block, int kind, int n)
{
	int count = size_of(block), yes = 0;
	Buffer<int> out(count, 0);
	votes<<<1, block>>>(out.device, kind, n, 3);
	for (int i = 0; i < count; i++)
		yes += !leaves(kind, i, n) && 3 + (i % 2 ? i : 0) > n;
	out.expect([&](int i) { return leaves(kind, i, n) ? (i % 2 ? 7 : 0) : yes * 4 + 2; });
}

static void test_one_by_one(dim3 block, int kind, int n)
{
	int count = size_of(block);
	Buffer<int> in(count), out(count, 0);
	in.fill([](int i) { return i; });
	one_by_one<<<1, block>>>(out.device, in.device, kind, n, 0);
	out.expect([&](int i) {
		int value = 0;
		if (leaves(kind, i, n))
			return 0;
		for (int turn = 0;; turn++) {
			value += i + turn;
			if (i % 5 == turn)
				return value;
			if (turn == 3) {
				if (i % 2)
					return 0;
				value += 1000;
			}
		}
	});
}

static void test_warps(dim3 block, int kind, int n)
{
	int count = size_of(block);
	Buffer<int> out(count, 0);
	warps<<<1, block>>>(out.device, kind, n);
	out.expect([&](int i) {
		int here = 0;
		for (int k = i & ~31; k < count && k < (i | 31) + 1; k++)
			here += !leaves(kind, k, n);
		return leaves(kind, i, n) ? 0 : here * 101 + (i % 64 < 32 ? here : 0);
	});
}

static void test_endless(dim3 block)
{
	int count = size_of(block);
	Buffer<int> in(count), out(3 * count, 0);
	in.fill([](int i) { return i; });
	endless<<<3, block>>>(in.device, out.device, count + count / 2, 6); // none of the third block: 8, 10, 12, ...
	out.expect([&](int i) {
		int sum = 0;
		for (int at = i / count * 4; i < count + count / 2 && at != 6; at += 2)
			sum += i % count + at;
		return sum;
	});
}

static void test_carried(dim3 block, int width, int height)
{
	int count = size_of(block), w = width > 0 ? width : block.x;
	Buffer<int> list(count), out(count, 0);
	Buffer<int *> lists(1);
	list.fill([](int i) { return i * 3; });
	lists.fill([&](int) { return list.device; });
	carried<<<1, block>>>(lists.device, out.device, width, height);
	out.expect([&](int i) {
		int x = i % block.x, y = i / block.x, row = y * block.x;
		int line[1024], next[1024];
		if (y >= height || x >= w)
			return 0;
		for (int k = 0; k < w; k++)
			line[k] = width > 0 ? (row * 3 + row + k) * ((k & 3) + 1) : 0;
		for (int turn = 0; turn < 3; turn++) {
			for (int k = 0; k < w; k++)
				next[k] = line[(k + 1) % w] + (row + k) * 3;
			memcpy(line, next, sizeof(line));
		}
		return line[x];
	});
}

int main()
{
	expected = (int *)malloc(1024 * sizeof(int));
	for (dim3 block : shapes) {
		int count = size_of(block);
		const int numbers[] = { count / 2, count / 3 + 1, 1 };
		for (int kind = 0; kind < KINDS; kind++)
			for (int n : numbers) {
				test_tree(block, kind, n);
				test_told(block, kind, n);
				test_votes(block, kind, n);
				test_one_by_one(block, kind, n);
			}
		test_endless(block);
		if (block.z > 1)
			continue;
		test_carried(block, block.x / 2 + 1, block.y);
		test_carried(block, 0, block.y / 2 + 1);
		test_carried(block, block.x - block.x / 4, block.y - block.y / 3);
	}
	for (dim3 block : warp_shapes)
		for (int kind = 0; kind < KINDS; kind++)
			for (int n : { size_of(block) / 2, size_of(block) / 3 + 1, 1 })
				test_warps(block, kind, n);
	return unit_finish();
}
