#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# perf finds kernels by their names, and the code behind them, by both strategies.
. "$ROOT/tests/awcc/support/check.sh"
command -v perf >/dev/null && command -v objdump >/dev/null || exit 77
cat >names.cu <<'END_OF_PROGRAM'
__global__ void grind(float *a, int n)
{
	float x = a[threadIdx.x];
	for (int i = 0; i < n; i++)
		x = x * 0.5f + 1;
	a[threadIdx.x] = x;
}
int main()
{
	float *a;
	cudaMalloc(&a, 128 * sizeof(float));
	cudaMemset(a, 0, 128 * sizeof(float));
	for (int i = 0; i < 40; i++)
		grind<<<1, 128>>>(a, 100000);
	return cudaDeviceSynchronize();
}
END_OF_PROGRAM
"$AWCC" -lineinfo names.cu -o names || wrong "compiling"
export ANYWARP_IMAGE_DIR=$PWD/images
mkdir images
perf record -q -e cpu-clock -o data true >/dev/null 2>&1 || exit 77 # nothing can be measured here
for strategy in fiber simd; do
	ANYWARP_STRATEGY=$strategy perf record -q -e cpu-clock -o data ./names >log 2>&1 || wrong "$strategy: perf record: $(cat log)"
	perf report -i data --sort symbol --stdio >report 2>log
	name=$(sed -n "s/.* \(aw\.$strategy\.[^ ]*grind[^ ]*\).*/\1/p" report | head -n 1)
	[ -n "$name" ] || wrong "$strategy: perf report has no kernel: $(cat report)"
	perf annotate -i data --stdio -s "$name" >code 2>log
	grep -qF "x = x * 0.5f + 1" code || wrong "$strategy: perf annotate shows no lines of $name: $(head -n 40 code)"
	grep -Eq '^ +[1-9][0-9]*\.[0-9]+ +: +[0-9a-f]+: ' code || wrong "$strategy: perf annotate shows no code of $name: $(head -n 40 code)"
done
finish
