// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX's exit ends the thread wherever it stands: in the kernel, deep in calls, in loops; the others go on, also past barriers.
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
	return unit_finish();
}
