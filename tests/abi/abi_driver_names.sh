#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Programs that open libcuda.so.1 themselves find every name there that NVIDIA's has (CUDA 13.0: driver_names.txt), those too that headers
# give to no function any more.
nm -D --defined-only "$BUILD/lib/libcudart.so" | awk '{ print $3 }' | sort -u >"$TMP/exported"
missing=$(LC_ALL=C sort "$ROOT/tests/abi/driver_names.txt" | LC_ALL=C comm -23 - <(LC_ALL=C sort "$TMP/exported"))
[ -z "$missing" ] || { echo "not exported:"; echo "$missing"; exit 1; }
readelf -d "$BUILD/lib/libcuda.so.1" | grep -q 'libcudart' || { echo "libcuda.so.1 doesn't lead to them"; exit 1; }
