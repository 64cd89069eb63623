#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# `make install` makes a tree that works from any place it is moved to.
. "$ROOT/tests/awcc/support/check.sh"
make -s -C "$ROOT" BUILD="$BUILD" install DESTDIR="$TMP/staging" PREFIX=/opt/anywarp >log.txt 2>&1 || { wrong install; cat log.txt; }
mv staging/opt/anywarp moved
export -n LD_LIBRARY_PATH
unset LD_LIBRARY_PATH
cat >a.cu <<'END'
#include <cstdio>
__global__ void kernel(int *p) { *p = 42; }
int main()
{
	int *p, value = 0;
	cudaMalloc((void **)&p, sizeof(int));
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&value, p, sizeof(int), cudaMemcpyDeviceToHost);
	std::printf("%d\n", value);
}
END
moved/bin/nvcc a.cu -o a && shows '^42$' ./a
moved/bin/nvcc -cudart shared a.cu -o b && shows '^42$' ./b
hides "$ROOT|$BUILD" moved/bin/awcc --dryrun a.cu
find moved -type l | while read -r link; do case $(readlink "$link") in /*) echo "$link" ;; esac; done | grep . && wrong "absolute links"
if command -v pkg-config >/dev/null; then
	PKG_CONFIG_PATH=moved/lib/pkgconfig shows '-lcudart' pkg-config --libs --cflags cudart
fi
[ -e moved/lib64/libcudart.so.12 ] || wrong "lib64"
finish
