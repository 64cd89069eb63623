#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# -arch sets __CUDA_ARCH__, old names included; of several the highest counts.
. "$ROOT/tests/awcc/support/check.sh"
echo 'arch __CUDA_ARCH__ list __CUDA_ARCH_LIST__' >a.cu
arch() { local expected=$1; shift; shows "^arch $expected list " "$AWCC" -E a.cu "$@"; }
arch 520
arch 130 -arch=sm_13
arch 200 -arch sm_20
arch 350 -arch=compute_35
arch 600 -gencode arch=compute_60,code=sm_60
arch 700 -gencode arch=compute_35,code=sm_35 -gencode arch=compute_70,code=[sm_70,compute_70] -gencode arch=compute_60,code=sm_60
arch 900 -arch=sm_90a
arch 900 -arch=native
arch 900 -arch=all
arch 900 -arch=all-major
shows '^arch 700 list 350,700$' "$AWCC" -E a.cu -gencode arch=compute_70,code=sm_70 -gencode arch=compute_35,code=sm_35
shows '^arch __CUDA_ARCH__ list 520$' "$AWCC" -E -x c++ a.cu
echo 'all __CUDA_ARCH_HAS_FEATURE__(SM90_ALL)' >b.cu
shows '^all 1$' "$AWCC" -E b.cu -arch=sm_90a
shows '^all __CUDA_ARCH_FEAT_SM90_ALL$' "$AWCC" -E b.cu -arch=sm_90
finish
