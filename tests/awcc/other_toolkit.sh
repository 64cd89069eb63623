#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makefiles name the directories of another toolkit.  Its headers and libraries are not taken for
# ours, but what only it has is found.
. "$ROOT/tests/awcc/support/check.sh"
mkdir -p other/include other/lib
echo '#error the wrong header' | tee other/include/cuda_runtime.h >other/include/cuda_runtime_api.h
echo '#define ONLY_THERE 1' >other/include/only_there.h
echo 'not a library' | tee other/lib/libcudart.so >other/lib/libcudart_static.a
echo 'int only_there() { return 1; }' >only.c
gcc -c only.c && ar rcs other/lib/libonly.a only.o
cat >a.cu <<'END'
#include <only_there.h>
#include <cuda_runtime.h>
extern "C" int only_there();
__global__ void kernel() {}
int main() { kernel<<<1, 1>>>(); return cudaDeviceSynchronize() != cudaSuccess || only_there() != ONLY_THERE; }
END
cp a.cu b.cpp && sed -i 's/^__global__.*//; s/kernel<<<1, 1>>>();//' b.cpp
for paths in "-Iother/include -Lother/lib" "-isystem other/include -L other/lib"; do
	"$AWCC" $paths -c a.cu b.cpp || wrong "-c with $paths"
	for library in "" "-lcudart" "-cudart shared"; do
		rm -f a b
		"$AWCC" $paths a.o -lonly $library -o a && env -u LD_LIBRARY_PATH ./a || wrong "a: $paths $library"
		"$AWCC" $paths b.o -lonly $library -o b && env -u LD_LIBRARY_PATH ./b || wrong "b: $paths $library"
	done
done
# Device code of its device runtime, which calls what only its own linker knows.
echo '__device__ int nobody(int); __device__ int runtime(int x) { return nobody(x); } __global__ void unused(int *p) { *p = runtime(1); }' >rt.cu
"$AWCC" -dc rt.cu -o rt.o && "$AWCC" -lib rt.o -o other/lib/libcudadevrt.a || wrong "the device runtime"
printf '__device__ int half(int x) { return x / 2; }\n' >half.cu
sed 's/^__global__.*/__device__ int half(int); __global__ void kernel() { half(4); }/' a.cu >c.cu
"$AWCC" -dc -Iother/include c.cu half.cu || wrong "-dc"
for library in "-Lother/lib -lcudadevrt" other/lib/libcudadevrt.a; do
	"$AWCC" -dlink c.o half.o $library -o linked.o && "$AWCC" c.o half.o linked.o -Lother/lib -lonly -o c && ./c || wrong "-dlink with $library"
done
"$AWCC" -rdc=true -Iother/include c.cu half.cu -Lother/lib -lcudadevrt -lonly -o c && ./c || wrong "-rdc"
finish
