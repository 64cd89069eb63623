#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One call's or one program's files under differing floating point and dialect options: the device library
# and the device link take fast and exact code together, and a C++ dialect doesn't disturb a C file.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >fast.cu <<'END'
__device__ float fast(float x) { return sinf(x) * x; }
END
cat >main.cu <<'END'
#include <cstdio>
extern __device__ float fast(float);
extern "C" int answer(void);
__global__ void kernel(float *p) { *p = fast(2e-39f) == 0 && expf(-88.5f) * 0.5f > 0; }
int main()
{
	float *p, value = -1;
	cudaMalloc((void **)&p, sizeof(float));
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&value, p, sizeof(float), cudaMemcpyDeviceToHost);
	std::printf("%g %d\n", value, answer());
	cudaFree(p);
}
END
echo 'int answer(void) { int class = 42; return class; }' >plain.c

shows "" "$AWCC" -rdc=true -use_fast_math -c fast.cu -o fast.o
shows "" "$AWCC" -rdc=true -std=c++17 main.cu fast.o plain.c -o program

shows "^1 42$" ./program
finish
