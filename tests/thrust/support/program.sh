# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For the tests of Thrust, CUB and libcu++, which source it; the last says which header, and of which package.

[ -f "${header:=/usr/include/cub/cub.cuh}" ] && [ -f /usr/include/thrust/version.h ] ||
	{ echo "skipped: ${package:-libthrust-dev and libcub-dev} are not installed"; exit 77; }

# right NAME OPTION...: support/NAME.cu gives right answers as gangs and as fibers.  One CPU level and no PTX: these headers are much to
# compile.  Outside make check-all FEW is defined, where what another program has isn't compiled again.
right() {
	local options=--no-ptx name=$1
	shift
	[ "$(uname -m)" = x86_64 ] && options+=,--cpu-arch=x86-64-v3
	[ "${ANYWARP_TEST_SIZE:-}" = all ] || set -- "$@" -DFEW
	"$AWCC" --extended-lambda -w -Xanywarp $options "$@" "$ROOT/tests/thrust/support/$name.cu" -o "$TMP/$name" || exit 1
	ANYWARP_STRATEGY=simd ANYWARP_DEVICES=cpu "$TMP/$name" || exit 1
	ANYWARP_STRATEGY=fiber ANYWARP_DEVICES=cpu "$TMP/$name" || exit 1
}
