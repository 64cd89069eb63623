#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Options of code generation leave a right program right.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
__global__ void kernel(float *p) { *p = sqrtf(*p) / 2 + 4; }
int main()
{
	float *device, host = 36;
	cudaMalloc((void **)&device, sizeof(float));
	cudaMemcpy(device, &host, sizeof(float), cudaMemcpyHostToDevice);
	kernel<<<1, 1>>>(device);
	cudaMemcpy(&host, device, sizeof(float), cudaMemcpyDeviceToHost);
	return (int)host;
}
END
right() {
	"$AWCC" a.cu "$@" -o with || wrong "$*"
	./with
	[ $? = 7 ] || wrong "program of $*"
}
right -use_fast_math -ftz=true
right -prec-div=false -prec-sqrt=false -fmad=false -std=c++14 -O3
right -G -g -std=c++20
right -lineinfo -Xptxas -O0,-v -O0
right -Xanywarp --cpu-arch=x86-64-v2,x86-64-v3 --default-stream per-thread
right -Xanywarp --no-ptx -arch=sm_70
fails "CPU 'pentium'" "$AWCC" -c a.cu -Xanywarp --cpu-arch=pentium
finish
