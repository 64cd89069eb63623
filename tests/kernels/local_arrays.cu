// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays in all the ways that keep them in memory: uniform and own indices, structs, bytes of words, pointers
// that walk, choices between arrays, addresses given away, copies of fixed and of varying size, large ones.
#include "kernels/kernel_test.h"

#define BOTH __host__ __device__

struct Pair {
	double weight;
	int key, count;
};

// Uniform indices to write, own ones to read.
BOTH int table(int x)
{
	int squares[24];
	for (int i = 0; i < 24; i++)
		squares[i] = i * i + x;
	return squares[x % 24] + squares[(x * 5 + 1) % 24];
}

BOTH int structs(int x)
{
	Pair pairs[6];
	for (int i = 0; i < 6; i++)
		pairs[i] = { i * 0.5, x + i, 0 };
	pairs[x % 6].count += 3;
	pairs[x % 5].key = -1;
	Pair copy = pairs[(x + 1) % 6];
	pairs[x % 6] = copy;
	int sum = 0;
	for (int i = 0; i < 6; i++)
		sum += pairs[i].key * (i + 1) + pairs[i].count + (int)(pairs[i].weight * 4);
	return sum;
}

BOTH int bytes_of_words(int x)
{
	unsigned words[5];
	for (int i = 0; i < 5; i++)
		words[i] = (unsigned)(x * 2654435761u + i);
	unsigned char *bytes = (unsigned char *)words;
	bytes[x % 20] ^= 0x55;
	return (int)(words[x % 5] + bytes[(x + 3) % 20]);
}

BOTH int walk(int x)
{
	short line[17], *end = line + 17, *best = line;
	short value = (short)x;
	for (short *p = line; p != end; p++) {
		*p = value;
		value = (short)(value * 5 + 1);
	}
	for (short *p = line + 1; p < end; p++)
		if (*p > *best)
			best = p;
	return (int)(best - line) * 100000 + *best;
}

BOTH int choice(int x)
{
	int a[8], b[8];
	for (int i = 0; i < 8; i++)
		a[i] = i, b[i] = -i;
	int *chosen = x & 1 ? a : b;
	chosen[x % 8] = 1000 + x;
	return a[x % 8] + b[(x + 1) % 8] + chosen[7];
}

BOTH __attribute__((noinline)) int sum_of(const int *values, int count)
{
	int sum = 0;
	for (int i = 0; i < count; i++)
		sum += values[i];
	return sum;
}

BOTH int given_away(int x)
{
	int values[10];
	for (int i = 0; i < 10; i++)
		values[i] = x * i;
	return sum_of(values, x % 11) + sum_of(values + 2, 4);
}

BOTH int rows(int x)
{
	float grid[5][7];
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 7; j++)
			grid[i][j] = i * 10 + j;
	for (int step = 0; step < 4; step++)
		grid[(x + step) % 5][(x * step) % 7] += step + 1;
	float sum = 0;
	for (int i = 0; i < 5; i++)
		sum += grid[i][x % 7] * (i + 1);
	return (int)sum;
}

BOTH int copies(int x)
{
	char text[64], other[64];
	memset(text, x % 100, sizeof(text));
	for (int i = 0; i < 64; i += 3)
		text[i] = (char)(x + i);
	memcpy(other, text, sizeof(other));
	memcpy(other + x % 16, text + 20, x % 40); // a size of each thread's own
	memmove(other + 1, other, 32);
	return other[x % 64] * 10000 + other[(x + 17) % 64] * 100 + other[33];
}

BOTH int large(int x)
{
	int numbers[1100];
	for (int i = 0; i < 1100; i++)
		numbers[i] = i ^ x;
	int at = x % 1100;
	for (int hop = 0; hop < 6; hop++)
		at = (numbers[at] + hop) % 1100;
	return at;
}

BOTH int early_exit(int x)
{
	unsigned long long stack[12];
	int depth = 0;
	stack[depth++] = (unsigned)x + 1;
	int steps = 0;
	while (depth > 0 && steps < 40) {
		unsigned long long top = stack[--depth];
		steps++;
		if (top % 7 == 3)
			return steps * 100 + depth;
		if (top > 1 && depth < 10) {
			stack[depth++] = top / 2;
			if (top & 1)
				stack[depth++] = top / 3;
		}
	}
	return -steps;
}

// A gang of 8 has less than a cache line of it.
BOTH int halves(int x)
{
	unsigned short pair[2] = { (unsigned short)(x * 40503u) };
	return pair[x * 7 / 2 & 1];
}

#define ALL(F) F(table) F(structs) F(bytes_of_words) F(walk) F(choice) F(given_away) F(rows) F(copies) F(large) F(early_exit) F(halves)

#define KERNEL(name) \
	__global__ void name##_kernel(int *out) \
	{ \
		int me = blockIdx.x * block_volume() + thread_rank(); \
		out[me] = name(me); \
	} \
	__global__ void name##_some(int *out) \
	{ \
		int me = blockIdx.x * block_volume() + thread_rank(); \
		out[me] = 0; \
		if (me % 3 != 1) \
			out[me] = name(me * 7); \
	}
ALL(KERNEL)

#define CHECK_ONE(name) \
	{ \
		Buffer<int> out(size_of(b) * 2); \
		name##_kernel<<<2, b>>>(out.device); \
		out.expect(name); \
		name##_some<<<2, b>>>(out.device); \
		out.expect([](int i) { return i % 3 != 1 ? name(i * 7) : 0; }); \
	}

int main()
{
	for (dim3 b : shapes) {
		ALL(CHECK_ONE)
	}
	return unit_finish();
}
