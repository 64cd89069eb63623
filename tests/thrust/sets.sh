#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Thrust's operations on sets, and more of the forms by key.
. "$ROOT/tests/thrust/support/program.sh"
right sets
