// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that print in turns of loops that others pass without a line: all lines of a turn come before those of the next, in loops
// in loops, in a function that isn't inlined, behind loops that lanes left in different turns, and in more levels than are counted.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LANES = 11, SIZE = 1 << 20 };

__host__ __device__ static bool speaks(int lane, int a, int b)
{
	return (lane * 7 + a * 5 + b * 3) % 4 == 0;
}

__host__ __device__ static int outer_turns(int lane)
{
	return 1 + lane % 4;
}

__host__ __device__ static int inner_turns(int lane, int a)
{
	return (lane + a) % 3 + (lane == 5) * 2;
}

__global__ void nested()
{
	int lane = threadIdx.x;
	for (int a = 0; a < outer_turns(lane); a++) {
		if (speaks(lane, a, 9))
			printf("outer %d %d\n", lane, a);
		for (int b = 0; b < inner_turns(lane, a); b++)
			if (speaks(lane, a, b))
				printf("inner %d %d %d\n", lane, a, b);
		if (speaks(lane, a, 8))
			printf("later %d %d\n", lane, a);
	}
	for (int b = 0; b < inner_turns(lane, 1); b++)
		if (speaks(lane, 0, b))
			printf("behind %d %d\n", lane, b);
	printf("end %d\n", lane);
}

__noinline__ __device__ void speak(int lane, int a)
{
	for (int b = 0; b < inner_turns(lane, a); b++)
		if (speaks(lane, a, b))
			printf("inner %d %d %d\n", lane, a, b);
}

__global__ void calls()
{
	int lane = threadIdx.x;
	for (int a = 0; a < outer_turns(lane); a++) {
		if (speaks(lane, a, 9))
			printf("outer %d %d\n", lane, a);
		speak(lane, a);
		if (speaks(lane, a, 8))
			printf("later %d %d\n", lane, a);
	}
	for (int b = 0; b < inner_turns(lane, 1); b++)
		if (speaks(lane, 0, b))
			printf("behind %d %d\n", lane, b);
	printf("end %d\n", lane);
}

// What lanes print that wait for one another at the end of each turn.
static char *print_nested(char *at)
{
	for (int a = 0; a < 4; a++) {
		for (int lane = 0; lane < LANES; lane++)
			if (a < outer_turns(lane) && speaks(lane, a, 9))
				at += sprintf(at, "outer %d %d\n", lane, a);
		for (int b = 0; b < 5; b++)
			for (int lane = 0; lane < LANES; lane++)
				if (a < outer_turns(lane) && b < inner_turns(lane, a) && speaks(lane, a, b))
					at += sprintf(at, "inner %d %d %d\n", lane, a, b);
		for (int lane = 0; lane < LANES; lane++)
			if (a < outer_turns(lane) && speaks(lane, a, 8))
				at += sprintf(at, "later %d %d\n", lane, a);
	}
	for (int b = 0; b < 5; b++)
		for (int lane = 0; lane < LANES; lane++)
			if (b < inner_turns(lane, 1) && speaks(lane, 0, b))
				at += sprintf(at, "behind %d %d\n", lane, b);
	for (int lane = 0; lane < LANES; lane++)
		at += sprintf(at, "end %d\n", lane);
	return at;
}

// Ten loops, each of one or two turns, so that the innermost has a number of ten digits.
__global__ void deep()
{
	int lane = threadIdx.x;
#define LOOP(v, n) for (int v = 0; v < 1 + (lane >> n & 1); v++)
	LOOP(a, 0) LOOP(b, 1) LOOP(c, 2) LOOP(d, 0) LOOP(e, 1) LOOP(f, 2) LOOP(g, 0) LOOP(h, 1) LOOP(i, 2) LOOP(j, 0)
		if ((lane + a + b + c + d + e + f + g + h + i + j) % 3 == 0)
			printf("%d%d%d%d%d%d%d%d%d%d %d\n", a, b, c, d, e, f, g, h, i, j, lane);
#undef LOOP
}

static char *print_deep(char *at)
{
	for (int number = 0; number < 1024; number++)
		for (int lane = 0; lane < 8; lane++) {
			int sum = lane;
			bool comes = true;
			for (int place = 0; place < 10; place++) {
				int digit = number >> (9 - place) & 1;
				sum += digit;
				comes &= digit <= (lane >> place % 3 & 1);
			}
			if (!comes || sum % 3)
				continue;
			for (int place = 0; place < 10; place++)
				*at++ = '0' + (number >> (9 - place) & 1);
			at += sprintf(at, " %d\n", lane);
		}
	return at;
}

// Runs the kernel with stdout in a file, and compares.
template <typename Kernel> static int compare(const char *name, Kernel kernel, int threads, char *(*print)(char *))
{
	static char expected[SIZE], seen[SIZE];
	fflush(stdout);
	int saved = dup(1);
	FILE *file = tmpfile();
	dup2(fileno(file), 1);
	kernel<<<1, threads>>>();
	cudaDeviceSynchronize();
	fflush(stdout);
	dup2(saved, 1);
	rewind(file);
	seen[fread(seen, 1, SIZE - 1, file)] = 0;
	*print(expected) = 0;
	if (!strcmp(expected, seen))
		return 0;
	printf("%s printed\n%s\ninstead of\n%s\n", name, seen, expected);
	return 1;
}

int main()
{
	int wrong = compare("nested", nested, LANES, print_nested) + compare("calls", calls, LANES, print_nested);
	wrong += compare("deep", deep, 8, print_deep);
	printf("%d passed, %d failed\n", 3 - wrong, wrong);
	return wrong != 0;
}
