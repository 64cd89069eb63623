#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What was compiled at run time is found by the next run, unless the cache is off, the code differs, the level
# differs, the compiler differs or somebody looks on; damaged files are replaced; processes share it.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
#include <cstdio>
__global__ void kernel(int *p) { *p = NUMBER; }
int main()
{
	int *p, host = 0;
	cudaMalloc((void **)&p, sizeof(int));
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&host, p, sizeof(int), cudaMemcpyDeviceToHost);
	return host != NUMBER;
}
END
export ANYWARP_CACHE_DIR=$TMP/folder ANYWARP_LOG=info ANYWARP_CPU_ARCH=x86-64
"$AWCC" a.cu -DNUMBER=7 -o seven -Xanywarp --cpu-arch=x86-64-v2
"$AWCC" a.cu -DNUMBER=8 -o eight -Xanywarp --cpu-arch=x86-64-v2
compiles() { shows "jit: compiling a fat binary" "$@"; }
finds() { shows "jit: code that was compiled before" "$@"; hides "jit: compiling" "$@"; }
compiles ./seven
[ "$(stat -c %a folder)" = 700 ] || wrong "the folder's rights"
finds ./seven
compiles ./eight
finds ./seven
finds ./eight
compiles env ANYWARP_CACHE_DIR=off ./seven
compiles env ANYWARP_DUMP=optimise ./seven
compiles env ANYWARP_SKIP=none ./seven
finds env ANYWARP_COMPILER="$BUILD/lib/libanywarp-compiler.so" ./seven
for file in folder/*; do printf x | dd of="$file" bs=1 seek=200 conv=notrunc 2>/dev/null; done
compiles ./seven
finds ./seven
rm -r folder
for i in 1 2 3; do ./seven >log.$i 2>&1 & done
for job in $(jobs -p); do wait "$job" || wrong "one of several at once"; done
finds ./seven
[ "$(ls folder | wc -l)" = 1 ] || wrong "the folder holds $(ls folder)"
chmod 777 folder
shows "others can write there" env ANYWARP_LOG=warn ./seven
finish
