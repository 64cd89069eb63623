#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A program with code for several CPU levels runs the best that the processor has, or that of
# ANYWARP_CPU_ARCH; without any it is compiled from the bitcode, and what can't be had is told of.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END_OF_PROGRAM'
#include <cuda.h>
#include <stdio.h>
__global__ void kernel(float *p) { *p = sqrtf(*p) / 2 + 4; }
static int load(const char *path)
{
	CUmodule module;
	cuInit(0);
	cudaFree(0);
	CUresult result = cuModuleLoad(&module, path);
	printf("cuModuleLoad: %d\n", result);
	return result != CUDA_SUCCESS;
}
int main(int argc, char **argv)
{
	if (argc > 1)
		return load(argv[1]);
	float *device, host = 36;
	cudaMalloc((void **)&device, sizeof(float));
	cudaMemcpy(device, &host, sizeof(float), cudaMemcpyHostToDevice);
	kernel<<<1, 1>>>(device);
	cudaMemcpy(&host, device, sizeof(float), cudaMemcpyDeviceToHost);
	return (int)host;
}
END_OF_PROGRAM
levels="x86-64 x86-64-v2 x86-64-v3 x86-64-v4"
ld=$(ls /lib64/ld-linux-x86-64.so.2 2>/dev/null) || exit 77
best=x86-64
for level in x86-64-v2 x86-64-v3 x86-64-v4; do
	"$ld" --help | grep -q "$level (supported" && best=$level
done
"$AWCC" a.cu -o all -Xanywarp --cpu-arch="${levels// /,}" || wrong "compiling for all levels"
runs() { # program level [setting]...: the program runs code of that level
	local program=$1 level=$2
	shift 2
	env ANYWARP_LOG=debug "$@" "./$program" >log 2>&1
	[ $? = 7 ] || wrong "$program with $* gives a wrong result: $(cat log)"
	grep -q "cpu: code for $level," log || wrong "$program with $* doesn't run $level: $(cat log)"
}
runs all $best
runs all $best ANYWARP_CPU_ARCH=
for level in $levels; do
	runs all "$level" ANYWARP_CPU_ARCH="$level"
	[ "$level" = "$best" ] && break
done
"$AWCC" a.cu -o two -Xanywarp --cpu-arch=x86-64,x86-64-v2 || wrong "compiling for two levels"
runs two x86-64-v2
runs two x86-64 ANYWARP_CPU_ARCH=x86-64
"$AWCC" a.cu -o high -Xanywarp --cpu-arch=x86-64-v2 || wrong "compiling for one level"
runs high x86-64 ANYWARP_CPU_ARCH=x86-64
grep -q "jit: compiling a fat binary for x86-64$" log || wrong "not compiled at run time: $(cat log)"
fails "ANYWARP_CPU_ARCH=pentium is no CPU level that this processor runs; its best is $best" env ANYWARP_CPU_ARCH=pentium ./all
"$AWCC" -cubin a.cu -o a.cubin -Xanywarp --cpu-arch=x86-64-v2 || wrong "making an image"
ANYWARP_CPU_ARCH=x86-64-v2 ./all a.cubin >log 2>&1 || wrong "an image is not loaded: $(cat log)"
fails "an image for the CPU level x86-64-v2; the best that can be used here is x86-64$" env ANYWARP_CPU_ARCH=x86-64 ./all a.cubin
finish
