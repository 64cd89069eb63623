#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Machine code that was made in parts: kernels call functions, read variables and constants of other parts, what is local in two files
# stays apart, and what is made doesn't depend on how fast which part was.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >one.cu <<'END'
#include <cstdio>
__constant__ int table[4] = { 1, 2, 3, 4 };
__device__ int total;
static __device__ __noinline__ int step(int a, int b) { printf("%s", a < 0 ? "negative" : ""); return a * 3 + b; }
template <int N> __global__ void kernel(int *out)
{
	__shared__ int shared[64];
	shared[threadIdx.x] = table[threadIdx.x % 4];
	__syncthreads();
	out[threadIdx.x] = step(out[threadIdx.x], N + shared[63 - threadIdx.x]);
	atomicAdd(&total, out[threadIdx.x] % 5);
}
__global__ void other(int *out);
int main()
{
	int *out, sum = 0, all = 0;
	cudaMallocManaged((void **)&out, 64 * sizeof(int));
	for (int i = 0; i < 64; i++)
		out[i] = i;
	kernel<1><<<1, 64>>>(out), kernel<2><<<1, 64>>>(out), kernel<3><<<1, 64>>>(out), kernel<4><<<1, 64>>>(out), other<<<1, 64>>>(out);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	for (int i = 0; i < 64; i++)
		sum += out[i] * (i + 1);
	cudaMemcpyFromSymbol(&all, total, sizeof(all));
	printf("%d %d\n", sum, all);
	return 0;
}
END
cat >two.cu <<'END'
static __device__ __noinline__ int step(int a, int b) { return a * b + 7; }
__global__ void other(int *out) { out[threadIdx.x] = step(out[threadIdx.x], 2); }
END
"$AWCC" -rdc=true one.cu two.cu -o whole && ./whole >whole.txt || wrong "in one part"
for part in 20 200; do
	export ANYWARP_CODE_PART=$part
	"$AWCC" -rdc=true one.cu two.cu -o parts || wrong "parts of $part"
	for strategy in simd fiber; do
		ANYWARP_STRATEGY=$strategy ./parts >parts.txt || wrong "exit code with parts of $part, $strategy"
		cmp -s whole.txt parts.txt || wrong "other numbers with parts of $part, $strategy: $(cat parts.txt)"
	done
done
for time in first second; do
	ANYWARP_CODE_PART=20 "$AWCC" -cubin two.cu -o $time.cubin || wrong "the $time cubin"
done
cmp -s first.cubin second.cubin || wrong "other code the second time"
"$AWCC" -cubin two.cu -o whole.cubin && ! cmp -s first.cubin whole.cubin || wrong "nothing was made in parts"
finish
