#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A fat binary with bitcode and no image is compiled when it is loaded, and without a compiler the call
# says so.
set -e
cd "$TMP"
cat >kernels.cu <<'EOF'
__device__ int base = 40;
extern "C" __global__ void add(int *out, int n) { *out = base + n; }
EOF
cat >main.c <<'EOF'
#include <cuda.h>
#include <stdio.h>
int main(void)
{
	CUcontext context;
	CUmodule module;
	CUfunction add;
	CUdeviceptr memory;
	int n = 2, result = 0;
	void *arguments[] = { &memory, &n };
	if (cuInit(0) || cuCtxCreate(&context, 0, 0) || cuMemAlloc(&memory, sizeof(int)))
		return 1;
	CUresult loaded = cuModuleLoad(&module, "kernels.fatbin");
	if (loaded) {
		const char *name;
		cuGetErrorName(loaded, &name);
		puts(name);
		return 0;
	}
	if (cuModuleGetFunction(&add, module, "add") ||
	    cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL) ||
	    cuMemcpyDtoH(&result, memory, sizeof(int)))
		return 2;
	printf("%d\n", result);
	return 0;
}
EOF
"$AWCC" -fatbin -rdc=true kernels.cu -o kernels.fatbin
"$AWCC" main.c -o main --cudart=shared
[ "$(./main)" = 42 ]
# The library in another place, with no compiler beside it:
mkdir alone
cp -L "$BUILD/lib/libcudart.so.12" alone/
said=$(LD_LIBRARY_PATH=$PWD/alone ./main 2>message)
[ "$said" = CUDA_ERROR_JIT_COMPILER_NOT_FOUND ]
grep -q "the compiler can't be opened" message
