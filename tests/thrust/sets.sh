#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Thrust's operations on sets, and more of the forms by key; only in make check-all, as they take a minute to compile.
[ "${ANYWARP_TEST_SIZE:-}" = all ] || { echo "skipped: a part of make check-all"; exit 77; }
. "$ROOT/tests/thrust/support/program.sh"
right sets
