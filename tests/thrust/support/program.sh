# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For the tests of Thrust and CUB, which source it.

header=/usr/include/cub/cub.cuh
[ -f $header ] && [ -f /usr/include/thrust/version.h ] || { echo "skipped: libthrust-dev and libcub-dev are not installed"; exit 77; }

# right NAME: support/NAME.cu gives right answers as gangs and as fibers.  One CPU level and no PTX: these headers are much to compile.
right() {
	local options=--no-ptx
	[ "$(uname -m)" = x86_64 ] && options+=,--cpu-arch=x86-64-v3
	"$AWCC" --extended-lambda -w -Xanywarp $options "$ROOT/tests/thrust/support/$1.cu" -o "$TMP/$1" || exit 1
	ANYWARP_STRATEGY=simd ANYWARP_DEVICES=cpu "$TMP/$1" || exit 1
	ANYWARP_STRATEGY=fiber ANYWARP_DEVICES=cpu "$TMP/$1" || exit 1
}
