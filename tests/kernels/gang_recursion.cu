// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that call themselves, directly or through others, from threads that part: depths that differ, loops around
// calls and in callees, early returns, callers' arrays, structs taken and given back, shared memory, atomics, thread
// indices deep down.  The host runs the same functions.
// FLAGS: -arch=sm_80
#include "kernels/kernel_test.h"

#define BOTH __host__ __device__

// --- numbers ---

BOTH int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

BOTH unsigned ackermann(unsigned m, unsigned n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

BOTH unsigned gcd(unsigned a, unsigned b)
{
	return b ? gcd(b, a % b) : a;
}

BOTH bool is_odd(int n);
BOTH bool is_even(int n) { return n == 0 || is_odd(n - 1); }
BOTH bool is_odd(int n) { return n != 0 && is_even(n - 1); }

BOTH double power(double x, int n)
{
	if (n == 0)
		return 1;
	double half = power(x, n / 2);
	return n % 2 ? half * half * x : half * half;
}

struct Result {
	long long sum;
	float scale;
	short depth;
	signed char last[3];
};

BOTH Result fold(Result before, int n, int step)
{
	if (n <= 0) {
		before.last[before.depth % 3] = (signed char)n;
		return before;
	}
	before.sum += n * (long long)step;
	before.scale *= 0.5f;
	before.depth++;
	before.last[n % 3] ^= (signed char)step;
	Result left = fold(before, n - step, step);
	if (left.sum % 5 == 0)
		return left;
	Result right = fold(left, n - 2 * step - 1, step + 1);
	right.depth = (short)(right.depth > left.depth ? right.depth : left.depth);
	return right;
}

__global__ void numbers(long long *out, double *powers, Result *results)
{
	int i = thread_rank();
	if (i % 7 == 3)
		return;
	long long value = fib(i % 13);
	if (i % 3)
		value = value * 1000 + ackermann(i % 3, i % 5);
	for (int turn = 0; turn < i % 4; turn++) {
		if (turn == 2 && i % 2)
			continue;
		value += gcd(i * 12 + turn, 18u + turn * 6);
	}
	out[i] = value * 2 + is_even(i % 50);
	powers[i] = power(1.0 + i / 64.0, i % 20);
	Result start = { i, 1, 0, { 1, 2, 3 } };
	results[i] = fold(start, i % 17, 1 + i % 2);
}

static long long host_number(int i)
{
	long long value = fib(i % 13);
	if (i % 3)
		value = value * 1000 + ackermann(i % 3, i % 5);
	for (int turn = 0; turn < i % 4; turn++)
		if (turn != 2 || i % 2 == 0)
			value += gcd(i * 12 + turn, 18u + turn * 6);
	return value * 2 + is_even(i % 50);
}

static void test_numbers(dim3 block)
{
	int n = size_of(block);
	Buffer<long long> out(n, 0);
	Buffer<double> powers(n, 0);
	Buffer<Result> results(n, 0);
	numbers<<<1, block>>>(out.device, powers.device, results.device);
	out.expect([](int i) { return i % 7 == 3 ? 0 : host_number(i); });
	powers.expect([](int i) { return i % 7 == 3 ? 0 : power(1.0 + i / 64.0, i % 20); });
	Result *found = results.download();
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		Result start = { i, 1, 0, { 1, 2, 3 } }, r = fold(start, i % 17, 1 + i % 2), f = found[i];
		if (i % 7 != 3)
			wrong += r.sum != f.sum || r.scale != f.scale || r.depth != f.depth || memcmp(r.last, f.last, 3) != 0;
	}
	CHECK_EQUAL(wrong, 0);
	free(found);
}

// --- memory ---

BOTH void sort(int *items, int low, int high)
{
	if (low >= high)
		return;
	int pivot = items[(low + high) / 2], i = low, j = high;
	while (i <= j) {
		while (items[i] < pivot)
			i++;
		while (items[j] > pivot)
			j--;
		if (i <= j) {
			int kept = items[i];
			items[i++] = items[j];
			items[j--] = kept;
		}
	}
	sort(items, low, j);
	sort(items, i, high);
}

struct Node {
	int key, left, right;
};

BOTH int walk(const Node *tree, int at, int low, int *visited)
{
	if (at < 0)
		return 0;
	const Node node = tree[at];
	*visited += 1;
	int sum = node.key >= low ? node.key : 0;
	if (node.key >= low)
		sum += walk(tree, node.left, low, visited);
	return sum + walk(tree, node.right, low, visited);
}

// Queens on a board: an array of the frame, and of the caller's.
BOTH int place(int size, int row, const int *before)
{
	if (row == size)
		return 1;
	int columns[8], count = 0;
	for (int i = 0; i < row; i++)
		columns[i] = before[i];
	for (int column = 0; column < size; column++) {
		bool free = true;
		for (int i = 0; i < row && free; i++)
			free = columns[i] != column && columns[i] - column != row - i && column - columns[i] != row - i;
		if (!free)
			continue;
		columns[row] = column;
		count += place(size, row + 1, columns);
	}
	return count;
}

enum { NODES = 200, ITEMS = 24 };

__global__ void memory(const Node *tree, int *items, int *out)
{
	int i = thread_rank(), visited = 0, start[8] = { 0 }, own[ITEMS];
	for (int k = 0; k < ITEMS; k++)
		own[k] = (i * 37 + k * 101) % 53;
	if (i % 3)
		sort(items + i * ITEMS, 0, i % ITEMS);
	else
		sort(own, i % 5, ITEMS - 1);
	int sum = 0;
	for (int k = 0; k < ITEMS; k++)
		sum = sum * 31 + own[k];
	if (i & 1)
		sum += walk(tree, 0, i % 300, &visited) * 7;
	out[i] = (sum ^ visited) + place(i % 6, 0, start);
}

static void test_memory(dim3 block)
{
	static Node tree[NODES];
	int n = size_of(block), count = 1;
	tree[0] = { 150, -1, -1 };
	for (int i = 1; i < NODES; i++) {
		int key = i * 7919 % 300, at = 0;
		for (int *next;; at = *next) {
			next = key < tree[at].key ? &tree[at].left : &tree[at].right;
			if (*next < 0) {
				*next = count;
				tree[count++] = { key, -1, -1 };
				break;
			}
		}
	}
	Buffer<Node> nodes(NODES);
	nodes.upload(tree);
	Buffer<int> items(n * ITEMS), out(n);
	items.fill([](int k) { return k * 7919 % 1009; });
	memory<<<1, block>>>(nodes.device, items.device, out.device);
	out.expect([](int i) {
		int own[ITEMS], start[8] = { 0 }, visited = 0, sum = 0;
		for (int k = 0; k < ITEMS; k++)
			own[k] = (i * 37 + k * 101) % 53;
		if (i % 3 == 0)
			sort(own, i % 5, ITEMS - 1);
		for (int k = 0; k < ITEMS; k++)
			sum = sum * 31 + own[k];
		if (i & 1)
			sum += walk(tree, 0, i % 300, &visited) * 7;
		return (sum ^ visited) + place(i % 6, 0, start);
	});
	items.expect([](int k) {
		int i = k / ITEMS, own[ITEMS];
		for (int j = 0; j < ITEMS; j++)
			own[j] = (i * ITEMS + j) * 7919 % 1009;
		if (i % 3)
			sort(own, 0, i % ITEMS);
		return own[k % ITEMS];
	});
}

// --- what is of the thread and of the block ---

__shared__ int board[64];

__device__ int descend(int *counters, int depth)
{
	int rank = thread_rank(), lane = rank & 31;
	if (depth <= 0)
		return rank + (int)threadIdx.y * 1000 + board[rank & 63];
	atomicAdd(&counters[lane & 3], depth);
	atomicMax(&counters[4], depth * 100 + lane);
	int below = descend(counters, depth - 1 - (rank & 1));
	if (below % 3 == 0)
		return below + (int)threadIdx.z;
	return below * 2 + (int)(blockIdx.x + threadIdx.x);
}

__global__ void places(int *out, int *counters)
{
	int rank = thread_rank(), volume = block_volume();
	for (int i = rank; i < 64; i += volume)
		board[i] = i * i;
	__syncthreads();
	int value = rank % 3 ? descend(counters, rank % 6) : -1;
	__syncthreads();
	out[blockIdx.x * volume + rank] = value;
}

static int host_descend(int *counters, dim3 thread, int rank, int block, int depth)
{
	int lane = rank & 31;
	if (depth <= 0)
		return rank + (int)thread.y * 1000 + (rank & 63) * (rank & 63);
	counters[lane & 3] += depth;
	if (counters[4] < depth * 100 + lane)
		counters[4] = depth * 100 + lane;
	int below = host_descend(counters, thread, rank, block, depth - 1 - (rank & 1));
	return below % 3 == 0 ? below + (int)thread.z : below * 2 + block + (int)thread.x;
}

static void test_places(dim3 block)
{
	int n = size_of(block), wanted[5] = { 0 };
	Buffer<int> out(2 * n), counters(5, 0);
	places<<<2, block>>>(out.device, counters.device);
	out.expect([&](int i) {
		int rank = i % n;
		dim3 thread(rank % block.x, rank / block.x % block.y, rank / block.x / block.y);
		return rank % 3 ? host_descend(wanted, thread, rank, i / n, rank % 6) : -1;
	});
	counters.expect([&](int i) { return wanted[i]; });
}

// --- what has no vector form, and what calls it ---

BOTH int sized(int n)
{
	int *items = (int *)__builtin_alloca((n + 1) * sizeof(int)), sum = 0;
	for (int i = 0; i <= n; i++)
		items[i] = i * n;
	for (int i = 0; i < n; i++)
		sum += items[i] ^ (i % 3 ? 5 : sized(n / 3));
	return sum;
}

BOTH int between(int n)
{
	return n < 3 ? n : sized(n) + between(n - 2) * 3 + between(n / 2);
}

struct Large {
	int items[70];
};

BOTH Large many(Large large, int n)
{
	large.items[n] += n;
	return n > 0 ? many(many(large, n - 2 < 0 ? 0 : n - 2), n / 2) : large;
}

typedef int (*function)(int);
__device__ function functions[] = { sized, between, fib };

__global__ void mixed(int *out, Large large)
{
	int i = thread_rank();
	int value = i % 3 ? between(i % 11) : -1;
	if (i % 4)
		value += functions[i % 7 % 3](i % 6) * 1000;
	large.items[i % 70] = i;
	if (i % 5 == 2)
		value += many(large, i % 9).items[i % 9 / 2];
	out[i] = value;
}

static void test_mixed(dim3 block)
{
	Buffer<int> out(size_of(block));
	Large start;
	for (int i = 0; i < 70; i++)
		start.items[i] = i * 11;
	mixed<<<1, block>>>(out.device, start);
	out.expect([&](int i) {
		static const function all[] = { sized, between, fib };
		Large large = start;
		int value = i % 3 ? between(i % 11) : -1;
		if (i % 4)
			value += all[i % 7 % 3](i % 6) * 1000;
		large.items[i % 70] = i;
		return i % 5 == 2 ? value + many(large, i % 9).items[i % 9 / 2] : value;
	});
}

// --- from a grid-stride loop ---

__global__ void strided(int *out, const int *in, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = fib(in[i]) + functions[in[i] % 2 + 1](in[i] / 2);
}

static void test_strided(int n, int blocks, int threads)
{
	Buffer<int> in(n), out(n);
	in.fill([](int i) { return i * 7919 % 12; });
	strided<<<blocks, threads>>>(out.device, in.device, n);
	out.expect([](int i) {
		int x = i * 7919 % 12;
		return fib(x) + (x % 2 ? fib(x / 2) : between(x / 2));
	});
}

int main()
{
	test_strided(10000, 3, 128);
	test_strided(999, 2, 50);
	for (dim3 block : shapes) {
		test_numbers(block);
		test_memory(block);
		test_places(block);
		test_mixed(block);
	}
	return unit_finish();
}
