#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# libcu++ inside kernels.
header=/usr/include/cuda/pipeline package=libcu++-dev
. "$ROOT/tests/thrust/support/program.sh"
right libcuxx -arch=sm_70
right libcuxx -arch=sm_80 -std=c++14
