#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Second entries of kernels are a module of their own, but those that share with their kernels what a copy wouldn't do for.
. "$ROOT/tests/awcc/support/check.sh"
cat >moves.cu <<'END'
#include <cassert>
#include <cstdio>
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x
__constant__ float factors[4];
__device__ int counter;
__managed__ int managed;
__device__ const float table[4] = { 1, 2, 3, 4 };
__device__ int plus(int x) { return x + 1; }
__device__ int times(int x) { return x * 3; }
__device__ __noinline__ int apart(int x) { return x * x; }
typedef int (*function)(int);
__global__ void plain(float *a, int n) { INDEX; if (i < n) a[i] += 1; }
__global__ void constants(float *a, int n) { INDEX; if (i < n) a[i] += factors[i & 3]; }
__global__ void tables(float *a, int n) { INDEX; if (i < n) a[i] += table[i & 3]; }
__global__ void counts(int *a, int w) { INDEX; a[i] = i / w; if (i % w == 5) atomicAdd(&counter, 1); }
__global__ void manages(int *a, int w) { INDEX; a[i] = i / w + managed; }
__global__ void prints(int *a, int w) { INDEX; a[i] = i / w; if (i % w == 5) printf("%d %s\n", i, "x"); }
__global__ void names(int *a, int w) { INDEX; a[i] = i / w; asm volatile("st.global.u32 [counter], %0;" :: "r"(i)); }
__global__ void points(int *a, int w, function *f) { INDEX; *f = i % w ? plus : times; a[i] = (*f)(i / w); }
__global__ void calls(int *a, int w) { INDEX; a[i] = apart(i / w); }
__global__ void shares(int *a, int w)
{
	__shared__ int s[256];
	extern __shared__ int d[];
	INDEX;
	s[threadIdx.x] = d[threadIdx.x] = a[i];
	__syncthreads();
	int *p = (int *)malloc(4);
	assert(p);
	*p = s[i / w % 256] + d[i % 256];
	a[i] = *p;
	free(p);
}
END
entries() { sed -n 's/.*\.entry _Z[0-9]*\([a-z]*\)[^$]*\(\$.*\)(/\1\2/p' "$1" | sort | tr '\n' ' '; }
"$AWCC" -ptx -arch=sm_90 --keep moves.cu -o beside.ptx || exit 2
apart=$(ls *.entries.ptx)
[ "$(entries beside.ptx)" = 'constants$joined counts$divided manages$divided manages$divided$joined names$divided points$divided ' ] ||
	wrong "beside the kernels: $(entries beside.ptx)"
[ "$(entries "$apart")" = 'calls$divided plain$joined prints$divided shares$divided tables$joined ' ] || wrong "apart: $(entries "$apart")"
grep -q 'anywarp.divided _Z5calls' "$apart" && ! grep -q 'anywarp.divided _Z5calls' beside.ptx || wrong "what a launch is to compute"
if command -v ptxas >/dev/null; then
	ptxas -arch=sm_90 beside.ptx -o /dev/null && ptxas -arch=sm_90 "$apart" -o /dev/null || wrong "ptxas"
fi
finish
