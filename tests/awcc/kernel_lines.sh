#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiled with -g, a kernel stops in gdb at a breakpoint by file and line, by both strategies: before and behind a
# barrier.
. "$ROOT/tests/awcc/support/check.sh"
command -v gdb >/dev/null || exit 77
cat >lines.cu <<'END_OF_PROGRAM'
#include <stdio.h>
__device__ float square(float x)
{
	return x * x + 1;
}
__global__ void turn(float *a, int n)
{
	__shared__ float kept[128];
	int i = threadIdx.x;
	kept[i] = square(a[i]);
	__syncthreads();
	if (i < n)
		a[i] = kept[n - 1 - i];
}
int main()
{
	float *a;
	cudaMallocManaged(&a, 128 * sizeof(float));
	for (int i = 0; i < 128; i++)
		a[i] = (float)i;
	turn<<<1, 128>>>(a, 100);
	cudaDeviceSynchronize();
	printf("%g\n", a[5]);
}
END_OF_PROGRAM
"$AWCC" -g lines.cu -o lines || wrong "compiling"
gdb -batch -ex run ./lines >log 2>&1
grep -q "Inferior 1 .* exited normally" log || exit 77 # nothing can be traced here
stops() { # strategy line
	ANYWARP_STRATEGY=$1 gdb -batch -ex "set breakpoint pending on" -ex "break lines.cu:$2" -ex run -ex "backtrace 2" \
		./lines >log 2>&1
	grep -q "^Thread .* hit Breakpoint .* at lines.cu:$2\$" log && grep -Eq "^#[01] .*(turn|aw\.)" log ||
		wrong "$1 doesn't stop at line $2: $(cat log)"
}
for strategy in fiber simd; do
	for line in 10 13; do
		stops $strategy $line
	done
done
finish
