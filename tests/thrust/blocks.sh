#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CUB inside kernels.
. "$ROOT/tests/thrust/support/program.sh"
right blocks
