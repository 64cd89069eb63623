#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a program unrolls around loops stays a loop where a gang's values would take many times the registers that there are: a warp's value
# takes four at x86-64-v3 and two at x86-64-v4, where the same kernel is unrolled, as are shuffles whose distances the loop counts.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
size() { # of the code for LEVEL, with distances that are counted or not
	"$AWCC" "-DALONE=$2" -I"$ROOT/tests" -cubin "$ROOT/tests/kernels/unrolled_warps.cu" -o out.cubin -Xanywarp "--no-ptx,--cpu-arch=$1" ||
		wrong "$1: refused"
	stat -c %s out.cubin
}
rolled=$(size x86-64-v3 false) unrolled=$(size x86-64-v4 false) counted=$(size x86-64-v3 true)
[ "$((4 * rolled))" -lt "$unrolled" ] || wrong "$rolled bytes with loops, $unrolled without"
[ "$((4 * rolled))" -lt "$counted" ] || wrong "$rolled bytes with loops, $counted with counted distances"
finish
