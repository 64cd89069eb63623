#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A program of ours linked with the toolkit's cuBLAS: it compiles with the toolkit's headers where there are such, and
# runs where there is a GPU.  cuBLAS has a runtime of its own in it and meets ours at the driver.
. "$ROOT/tests/awcc/support/check.sh"
toolkit=${CUDA_HOME:-/usr/local/cuda}
[ -e "$toolkit/include/cublas_v2.h" ] && [ -e "$toolkit/lib64/libcublas.so" ] || { echo "no cuBLAS"; exit 77; }
"$AWCC" -std=c++17 -I"$toolkit/include" "$ROOT/tests/nvidia/support/blas.cu" -o blas "$toolkit/lib64/libcublas.so" "$toolkit/lib64/libcublasLt.so" \
	-Xlinker -rpath="$toolkit/lib64" || exit 1
[ "$(ANYWARP_DEVICES=nvidia ./blas 2>/dev/null | grep -c '^device')" -gt 0 ] || { echo "no GPU"; exit 77; }
for path in "$LD_LIBRARY_PATH" "$BUILD/lib"; do # where libcuda.so.1 is ours
	shows '^all right' env ANYWARP_DEVICES=nvidia LD_LIBRARY_PATH="$path" ./blas
	shows '^all right' env ANYWARP_DEVICES=nvidia LD_LIBRARY_PATH="$path" ./blas first
done
finish
