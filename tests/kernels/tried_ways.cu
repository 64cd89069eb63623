// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end for each thread in its own turn, with none or many of them, by several ways out, which leave different things, below
// conditions and behind early ends, with loops inside, with stacks in local arrays, lists in memory and sums of all threads; in blocks of one
// to 1024 threads in one to three dimensions, whose last ones aren't full, and in grids of several rows.  As gangs of neighbours, by lanes
// that take the next thread, and by one thread after the other.
//
// RUNS: ANYWARP_TRIED=gangs,refilled,single,free
#include "kernels/kernel_test.h"

static const int nodes = 1 << 10, apart = 16;

struct place {
	int x, y, z, block_x, block_y, block_z;
};

__host__ __device__ static unsigned mixed(unsigned n)
{
	n ^= n >> 16;
	n *= 0x7feb352du;
	n ^= n >> 15;
	n *= 0x846ca68bu;
	return n ^ n >> 16;
}

// How many turns thread NUMBER makes, mostly few.
__host__ __device__ static int turns_of(unsigned number)
{
	unsigned n = mixed(number);
	return n % 64 == 0 ? 300 + n / 64 % 500 : n % 7 == 0 ? 0 : n / 64 % 40;
}

__host__ __device__ static int fold(struct place p)
{
	return p.x + 3 * p.y + 5 * p.z + 7 * p.block_x + 11 * p.block_y + 13 * p.block_z;
}

// A loop that counts and adds, and what each of its values is behind it.
struct counted {
	template <class T>
	__host__ __device__ static long long run(unsigned number, const int *, int *)
	{
		T sum = 1;
		int turns = turns_of(number), n = 0;
		while (n < turns) {
			sum = (T)(sum * 3 + n);
			n++;
		}
		return (long long)sum * 1000 + n;
	}
};

// Ways out: by a break, by a return, by the end.
struct ways_out {
	template <class T>
	__host__ __device__ static long long run(unsigned number, const int *, int *)
	{
		T a = (T)number;
		int turns = turns_of(number);
		if (number % 11 == 3)
			return -1;
		for (int n = 0; n < turns; n++) {
			a = (T)(a * 5 + 1);
			if (n > 3 && (unsigned)a % 97 == 5)
				return -(long long)n;
			if (n > 5 && (unsigned)a % 31 == 7) {
				a = (T)(a + 1);
				break;
			}
			if ((unsigned)a % 3 == 0)
				continue;
			a = (T)(a ^ n);
		}
		return (long long)a;
	}
};

// A loop that only some come to, with loops in it.
struct nested {
	template <class T>
	__host__ __device__ static long long run(unsigned number, const int *, int *)
	{
		T a = (T)mixed(number), b = 0;
		if (number % 5 != 2)
			for (int n = turns_of(number); n > 0; n -= 3) {
				for (int k = n % 4; k >= 0; k--)
					b = (T)(b + (a >> k));
				int left = n % 13;
				while (left) {
					switch (left % 3) {
					case 0: a = (T)(a + b); break;
					case 1: a = (T)(a ^ 0x35); break;
					default: b = (T)(b - a);
					}
					left >>= 1;
				}
			}
		else
			b = 77;
		return (long long)(T)(a + 2 * b);
	}
};

// A tree walked through by a stack of the thread's own.
struct stacked {
	template <class T>
	__host__ __device__ static long long run(unsigned number, const int *, int *)
	{
		T stack[24];
		int top = 0, seen = 0;
		T sum = 0;
		stack[top++] = (T)(turns_of(number) % 120);
		while (top > 0) {
			T n = stack[--top];
			sum = (T)(sum + n);
			seen++;
			if (n > 3) {
				stack[top++] = (T)(n / 2);
				if (seen % 3)
					stack[top++] = (T)(n / 3);
			}
		}
		return (long long)sum * 1000 + seen;
	}
};

// A list in memory, of which a thread changes a row of its own.
struct listed {
	template <class T>
	__host__ __device__ static long long run(unsigned number, const int *next, int *own)
	{
		int at = mixed(number) % nodes, steps = 0;
		T sum = 0;
		while (at >= 16) {
			own[steps % 4] = at;
			sum = (T)(sum + at);
			at = next[at];
			steps++;
		}
		return (long long)sum * 100 + steps;
	}
};

template <class Loop, class T>
__global__ void walk(const int *next, int *own, long long *out, unsigned long long *total, int count)
{
	int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, i = block * block_volume() + thread_rank();
	if (i >= count || threadIdx.x == 6)
		return;
	struct place p = { (int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z, (int)blockIdx.x, (int)blockIdx.y, (int)blockIdx.z };
	long long result = Loop::template run<T>(i, next, own + apart * i);
	out[i] = result * 64 + fold(p) % 64;
	atomicAdd(total, (unsigned long long)result);
}

static int next_of(int i)
{
	int to = mixed(i + 5) % nodes;
	return i >= 16 && to >= i ? i / 2 : to;
}

// The place of thread NUMBER of the grid.
static struct place place_of(int number, dim3 grid, dim3 block)
{
	int b = number / size_of(block), t = number % size_of(block);
	return { (int)(t % block.x), (int)(t / block.x % block.y), (int)(t / (block.x * block.y)),
		 (int)(b % grid.x), (int)(b / grid.x % grid.y), (int)(b / (grid.x * grid.y)) };
}

template <class Loop, class T>
static void check(dim3 grid, dim3 block)
{
	int threads = size_of(grid) * size_of(block), count = threads - (threads > 5 ? 3 : 0);
	Buffer<int> next(nodes), own(apart * threads, 0);
	Buffer<long long> out(threads, 0xcd);
	Buffer<unsigned long long> total(1, 0);
	next.fill(next_of);
	walk<Loop, T><<<grid, block>>>(next.device, own.device, out.device, total.device, count);
	CALL(cudaDeviceSynchronize());
	int *list = next.download(), *left = new int[apart * threads]();
	long long *results = new long long[threads];
	unsigned long long sum = 0;
	for (int i = 0; i < threads; i++) {
		struct place p = place_of(i, grid, block);
		memset(&results[i], 0xcd, sizeof(results[i]));
		if (i >= count || p.x == 6)
			continue;
		long long result = Loop::template run<T>(i, list, left + apart * i);
		results[i] = result * 64 + fold(p) % 64;
		sum += (unsigned long long)result;
	}
	out.expect([&](int i) { return results[i]; });
	own.expect([&](int i) { return left[i]; });
	total.expect([&](int) { return sum; });
	delete[] results;
	delete[] left;
	free(list);
}

template <class Loop>
static void check_all()
{
	const dim3 both[][2] = {
		{ dim3(40), dim3(256) },     { dim3(3), dim3(1024) },     { dim3(77), dim3(1) },           { dim3(9), dim3(33) },
		{ dim3(4, 6), dim3(32, 8) }, { dim3(5, 3), dim3(16, 4) }, { dim3(3, 2, 2), dim3(8, 4, 2) }, { dim3(2, 3, 2), dim3(5, 3, 3) },
		{ dim3(1), dim3(7) },        { dim3(300), dim3(64) },
	};
	for (auto &shape : both)
		check<Loop, unsigned>(shape[0], shape[1]);
	check<Loop, unsigned char>(dim3(40), dim3(128));
	check<Loop, short>(dim3(6, 5), dim3(32, 4));
	check<Loop, unsigned long long>(dim3(20), dim3(96));
}

int main()
{
	check_all<counted>();
	check_all<ways_out>();
	check_all<nested>();
	check_all<stacked>();
	check_all<listed>();
	return unit_finish();
}
