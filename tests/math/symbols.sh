#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every __nv_ function that clang's CUDA headers declare is defined in the device library, and the
# library needs nothing from outside, neither as bitcode nor when translated for this machine (a call
# of libm would be left over there), but what the compiler itself provides (intrinsics.def).
set -eu
headers=/usr/lib/llvm-19/lib/clang/19/include
{ clang-19 -x c -E -D__DEVICE__= "$headers/__clang_cuda_libdevice_declares.h" | grep -o '__nv_[a-z0-9_]*'
} | sort -u >declared
llvm-nm-19 --defined-only "$BUILD/lib/anywarp/devlib.bc" | awk '{ print $NF }' | sort -u >defined
missing=$(comm -23 declared defined)
sed -nE 's/^AW_INTRINSIC\("([A-Za-z_][A-Za-z0-9_]*)".*/\1/p' "$ROOT/src/compiler/intrinsics.def" >intrinsics
needed=$({ nm -u "$BUILD/obj/devlib-host.o"; llvm-nm-19 -u "$BUILD/lib/anywarp/devlib.bc"; } | grep -vwFf intrinsics || true)
[ -z "$missing" ] || echo "not defined:" $missing
[ -z "$needed" ] || echo "needs from outside:" $needed
[ -z "$missing$needed" ] && [ "$(wc -l <declared)" -gt 300 ]
