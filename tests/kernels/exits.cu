// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX's exit ends the thread wherever it stands: in the kernel, deep in calls, in loops, in functions that call themselves or are
// called through pointers; the others go on, also past barriers.
#include "kernels/kernel_test.h"

__device__ __forceinline__ void leave() { asm volatile("exit;"); }

__device__ __noinline__ int deep(int i, int depth)
{
	for (int k = 0; k < depth; k++)
		if ((i + k) % 7 == 3)
			leave();
	return i + depth;
}

__global__ void exits(int *out, int depth)
{
	__shared__ int sum;
	int i = threadIdx.x;
	out[i] = -1;
	if (i == 0)
		sum = 0;
	__syncthreads();
	if (i % 5 == 4)
		leave();
	out[i] = deep(i, depth);
	atomicAdd(&sum, 1);
	__syncthreads();
	out[i] += 1000 * sum;
	asm volatile("exit;");
	out[i] = -2;
}

__global__ void guarded(int *out)
{
	int i = threadIdx.x;
	out[i] = 1;
	asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 10; @p exit; }" : : "r"(i));
	out[i] = 2;
}

// Threads below 10 leave at a depth of their own.
__device__ __noinline__ int sink(int i, int depth)
{
	volatile int own[4] = { i, depth, i + depth, 0 };
	if (i == depth && i < 10)
		leave();
	return depth < 20 ? sink(i, depth + 1) + own[2] - own[0] - own[1] : i;
}

__device__ int stay(int i) { return i; }
__device__ int leave_odd(int i)
{
	if (i % 2)
		leave();
	return i;
}
__device__ int (*volatile const choices[])(int) = { stay, leave_odd };

__global__ void functions(int *out, int which)
{
	__shared__ int sum;
	int i = threadIdx.x;
	out[i] = -1;
	if (i == 0)
		sum = 0;
	__syncthreads();
	int number = which < 0 ? sink(i, 0) : choices[which](i);
	atomicAdd(&sum, 1);
	__syncthreads();
	out[i] = number + 1000 * sum;
}

int main()
{
	const int n = 96, depth = 2;
	Buffer<int> out(n);
	int want[n], left = 0;
	for (int i = 0; i < n; i++) {
		bool gone = i % 5 == 4 || i % 7 == 3 || (i + 1) % 7 == 3;
		want[i] = gone ? -1 : i + depth;
		left += !gone;
	}
	exits<<<1, n>>>(out.device, depth);
	out.expect([&](int i) { return want[i] < 0 ? -1 : want[i] + 1000 * left; });
	guarded<<<1, n>>>(out.device);
	out.expect([](int i) { return i < 10 ? 1 : 2; });
	functions<<<1, n>>>(out.device, -1);
	out.expect([](int i) { return i < 10 ? -1 : i + 1000 * 86; });
	functions<<<1, n>>>(out.device, 0);
	out.expect([](int i) { return i + 1000 * 96; });
	functions<<<1, n>>>(out.device, 1);
	out.expect([](int i) { return i % 2 ? -1 : i + 1000 * 48; });
	return unit_finish();
}
