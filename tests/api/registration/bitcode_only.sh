#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A fat binary with no image for this machine is compiled at its first use, and without a compiler the
# call says so.
set -e
cd "$TMP"
cat >main.cu <<'EOF'
#include <cstdio>
__device__ int base = 40;
__global__ void add(int *out, int n) { *out = base + n; }
int main()
{
	int *memory, result = 0;
	cudaMalloc(&memory, sizeof(int));
	add<<<1, 1>>>(memory, 2);
	cudaError_t error = cudaMemcpy(&result, memory, sizeof(int), cudaMemcpyDeviceToHost);
	error = error ? error : cudaGetLastError();
	printf("%d %s\n", result, cudaGetErrorName(error));
	return 0;
}
EOF
"$AWCC" -c -rdc=true main.cu -o main.o
"$AWCC" main.cu -o main
[ "$(./main)" = "42 cudaSuccess" ]
