#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Missing tools, places that can't be written, full disks: a clear message, exit code 1, nothing left.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
echo 'int main() { return 0; }' >a.cu
cp a.cu a.cpp
for file in a.cu a.cpp; do
	fails 'clang-19' env ANYWARP_CLANG=/nonexistent/clang "$AWCC" "$file"
	fails 'No such file or directory' "$AWCC" -c "$file" -o nowhere/a.o
	fails 'No such file or directory' "$AWCC" "$file" -o nowhere/a
	fails 'No space left on device' "$AWCC" -c "$file" -o /dev/full
	fails 'No space left on device' "$AWCC" "$file" -o /dev/full
	hides 'PLEASE|Stack dump' bash -c "'$AWCC' -c $file -o /dev/full || true"
	"$AWCC" "$file" -o /dev/null || wrong "/dev/null"
done
fails 'No space left on device' "$AWCC" -ptx a.cu -o /dev/full
fails 'cannot create directory' env TMPDIR=/nonexistent "$AWCC" a.cu
fails "Could not start '/nonexistent/g\+\+'" "$AWCC" -ccbin /nonexistent/g++ a.cpp
[ -c /dev/full ] && [ -c /dev/null ] || wrong "a device was replaced"

echo 'older' >kept
echo 'int main() { return mistake; }' >bad.cu
fails mistake "$AWCC" bad.cu -o kept
[ "$(cat kept)" = older ] || wrong "an older output was touched"

# An installation without its parts.
mkdir -p broken/bin && cp "$AWCC" broken/bin/awcc
fails "cuda_runtime.h|device compiler" broken/bin/awcc a.cu
[ -e a.out ] && wrong "left an executable"
left_nothing
finish
