#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CUB's algorithms for a whole device.
. "$ROOT/tests/thrust/support/program.sh"
right devices
