#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Thrust's algorithms.
. "$ROOT/tests/thrust/support/program.sh"
right algorithms
