#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CMake's older module FindCUDA: its macros, the flags it detects, separable compilation.
. "$ROOT/tests/awcc/support/check.sh"
command -v cmake >/dev/null || exit 77
cmake --help-module FindCUDA >/dev/null 2>&1 || exit 77
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(programs CXX)
find_package(CUDA REQUIRED)
message(STATUS "found ${CUDA_VERSION_STRING} ${CUDA_CUDA_LIBRARY}")
cuda_select_nvcc_arch_flags(FLAGS Auto)
list(APPEND CUDA_NVCC_FLAGS -O3 ${FLAGS} --std=c++14 -Xanywarp --no-ptx)
cuda_add_executable(whole whole.cu)
set(CUDA_SEPARABLE_COMPILATION ON)
cuda_add_executable(parts parts.cu twice.cu)
END
echo '__device__ int twice(int x) { return 2 * x; }' >twice.cu
cat >parts.cu <<'END'
#include <cstdio>
__device__ int twice(int);
__global__ void kernel() { printf("%d\n", twice(21)); }
int main() { kernel<<<1, 1>>>(); return cudaDeviceSynchronize(); }
END
cat twice.cu parts.cu >whole.cu
mkdir b && cd b || exit
shows '^-- found 12\.6 .*/libcuda\.so$' cmake -DCUDA_TOOLKIT_ROOT_DIR="$BUILD" ..
shows 'Built target parts' make
shows '^42$' ./whole
shows '^42$' ./parts
finish
