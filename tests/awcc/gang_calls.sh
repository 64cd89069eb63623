#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Calls that gangs make: of functions of another file through pointers, and what --report says of calls.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >main.cu <<'END'
#include <cstdio>
typedef int (*function)(int);
extern __device__ function table[];
struct Base { __device__ virtual int value(int) const = 0; };
extern __device__ Base *object(int);
__device__ int deep(int n) { return n < 2 ? n : deep(n - 1) * 3 + deep(n - 2); }
__device__ int here(int x) { return x - 1; }
__global__ void kernel(int *p)
{
	int i = threadIdx.x;
	function f = i % 4 == 3 ? here : table[i % 4];
	p[i] = f(i) + object(i % 2)->value(i) + deep(i % 9);
}
static int host(int n) { return n < 2 ? n : host(n - 1) * 3 + host(n - 2); }
int main()
{
	int *p, values[100], wrong = 0;
	cudaMalloc((void **)&p, sizeof(values));
	kernel<<<1, 100>>>(p);
	cudaMemcpy(values, p, sizeof(values), cudaMemcpyDeviceToHost);
	for (int i = 0; i < 100; i++) {
		int called[] = { 2 * i, i * i, host(i % 7), i - 1 };
		wrong += values[i] != called[i % 4] + (i % 2 ? i + 5 : -i) + host(i % 9);
	}
	std::printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
	cudaFree(p);
}
END
cat >other.cu <<'END'
typedef int (*function)(int);
struct Base { __device__ virtual int value(int) const = 0; };
struct One : Base { __device__ int value(int x) const override { return x + 5; } };
struct Two : Base { __device__ int value(int x) const override { return -x; } };
static __device__ int deep(int n) { return n < 2 ? n : deep(n - 1) * 3 + deep(n - 2); }
static __device__ int twice(int x) { return 2 * x; }
static __device__ int square(int x) { return x * x; }
static __device__ int low(int x) { return deep(x % 7); }
__device__ function table[] = { twice, square, low };
__device__ Base *object(int i)
{
	return i ? (Base *)new One : new Two;
}
END
right='^0 wrong, no error$'
"$AWCC" -rdc=true main.cu other.cu -o one && shows "$right" ./one || wrong "pointers to functions of another file"
ANYWARP_STRATEGY=fiber shows "$right" ./one || wrong "the same by fibers"
cat >report.cu <<'END'
__device__ int deep(int n) { return n < 2 ? n : deep(n - 1) * 3 + deep(n - 2); }
__device__ int sized(int n)
{
	int *items = (int *)__builtin_alloca(n * sizeof(int));
	for (int i = 0; i < n; i++)
		items[i] = i * n;
	return n < 2 ? n : sized(n - 1) * 3 + items[n / 2];
}
struct Large { float items[100]; };
__device__ Large many(Large l, int n)
{
	l.items[n] += n;
	return n ? many(many(l, n - 1), n / 2) : l;
}
typedef int (*function)(int);
__global__ void kernel(int *p, function f, Large l)
{
	p[threadIdx.x] = deep(threadIdx.x) + sized(threadIdx.x) + f(1) + (int)many(l, threadIdx.x).items[3];
}
END
report="$AWCC -c report.cu -o report.o -Xanywarp --report"
shows '_Z4deepi: called by gangs of .* as one' $report
shows '_Z5sizedi: called lane by lane by gangs of .*: it has a local array' $report
shows '_Z4many5Largei: called lane by lane by gangs of .*: an argument or result of more than 64 values' $report
shows 'calls through pointers: by gangs of' $report
left_nothing
finish
