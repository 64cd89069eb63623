#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Programs for AArch64: -ccbin with a cross compiler, or -target-dir, chooses the machine for both halves, plain files, the
# link and the device link; where there is qemu's emulator they are run.
. "$ROOT/tests/awcc/support/check.sh"
cross="-ccbin aarch64-linux-gnu-g++"
cat >a.cu <<'END_OF_PROGRAM'
#include <cstdio>
#include <cuda.h>
extern __device__ int twice(int);
extern int plain();
__managed__ int results[3];
__global__ void kernel(char c) { results[0] = twice(21); results[1] = c < 0; results[2] = wchar_t(-1) < 0; }
int main()
{
	CUmodule module;
	cuInit(0);
	cudaFree(0);
	std::printf("PTX: %d\n", cuModuleLoadData(&module, ".version 8.5\n.target sm_90\n.address_size 64\n"));
	kernel<<<1, 1>>>((char)-1);
	std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	std::printf("%d %d %d, %d\n", results[0], results[1] == (char(-1) < 0), results[2] == (wchar_t(-1) < 0), plain());
}
END_OF_PROGRAM
echo '__device__ int twice(int x) { return 2 * x; }' >b.cu
echo 'int plain() { return sizeof(long double) == 16 ? 7 : 0; }' >c.cpp

shows 'clang -x cuda --cuda-device-only .*--target=aarch64-linux-gnu' "$AWCC" $cross --dryrun a.cu
shows 'clang -x cuda --cuda-host-only .*--target=aarch64-linux-gnu' "$AWCC" $cross --dryrun a.cu
shows 'awcc -fatbin .*-target-dir aarch64-linux' "$AWCC" $cross --dryrun a.cu
shows '^#\$ aarch64-linux-gnu-g\+\+ .*/targets/aarch64-linux/lib' "$AWCC" $cross --dryrun a.cu
shows '^#\$ /opt/aarch64-none-linux-gnu-g\+\+-13 ' "$AWCC" -ccbin /opt/aarch64-none-linux-gnu-gcc-13 --dryrun c.cpp
shows '^#\$ .*clang\+\+ .*--target=aarch64-linux-gnu .*/targets/sbsa-linux/lib' "$AWCC" -target-dir sbsa-linux --dryrun a.cu
hides '--target=' "$AWCC" -ccbin "$(uname -m)-linux-gnu-g++" --dryrun a.cu
refuses "nvcc fatal   : Target directory 'ppc64le-linux' is not supported" "$AWCC" -target-dir ppc64le-linux a.cu
refuses "nvcc fatal   : The host compiler of -ccbin is not one for target directory 'x86_64-linux'" \
	"$AWCC" $cross -target-dir x86_64-linux a.cu

# Images need no cross compiler.
echo '__global__ void add(float *p, const float *q) { p[threadIdx.x] += q[threadIdx.x]; }' >d.cu
shows 'aarch64: _Z3addPfPKf: simd, width 8' "$AWCC" -cubin d.cu -o d.cubin -Xanywarp --report,--cpu-arch=armv8-a
shows 'AArch64' llvm-readelf-19 -h d.cubin
# A store-exclusive whose status nobody looks at loses other threads' updates.
echo '__global__ void count(float *f, unsigned *u) { atomicAdd(f, 1.f); atomicInc(u, 7); }' >e.cu
"$AWCC" -cubin e.cu -o e.cubin -Xanywarp --cpu-arch=armv8-a
shows 'stl?xr' llvm-objdump-19 -d e.cubin
shows '^0$' sh -c 'llvm-objdump-19 -d e.cubin | grep -c "xr[[:space:]]*wzr"; true'

[ -z "$LACKING" ] || finish
runs() { # program: has the right output
	shows '^42 1 1, 7$' qemu-aarch64 "$1"
}
"$AWCC" $cross -rdc=true a.cu b.cu c.cpp -o static && runs ./static
"$AWCC" -target-dir aarch64-linux -cudart shared -rdc=true a.cu b.cu c.cpp -o shared && runs ./shared
"$AWCC" $cross -rdc=true -lib b.cu c.cpp -o libtwo.a && "$AWCC" $cross -rdc=true a.cu -L. -ltwo -o library && runs ./library
shows '^PTX: 221$' qemu-aarch64 ./static # there is no compiler for that machine
# There is no compiler behind the runtime that could make code of the bitcode.
"$AWCC" $cross -rdc=true a.cu b.cu c.cpp -o foreign -Xanywarp --cpu-arch=x86-64-v3
shows "the compiler can't be opened" env -u LD_LIBRARY_PATH qemu-aarch64 ./foreign
finish
