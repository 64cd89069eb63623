#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Two users of the runtime, one with kernels and one without, run once for each of their allocations and
# anonymous mappings: with that one failing, and with it and all after it.  None may end by a signal, hang
# or take a wrong result for a right one.
set -u
support=$ROOT/tests/fail/support
failing=$TMP/failing_malloc.so
gcc -O1 -shared -fPIC "$support/failing_malloc.c" -o "$failing" || exit 1
gcc -std=c11 -D_GNU_SOURCE -O1 -g -I"$ROOT/include" -idirafter /usr/lib/llvm-19/lib/clang/19/include \
	"$support/host_user.c" -L"$BUILD/lib" -lcudart -o "$TMP/host_user" || exit 1
"$AWCC" "$support/kernel_user.cu" -o "$TMP/kernel_user" || exit 1
export FAILING_MALLOC_MAPS=1

count_of() { # program
	FAILING_MALLOC_COUNT=$TMP/count LD_PRELOAD=$failing "$1" >"$TMP/output" 2>&1 || return 1
	cat "$TMP/count"
}

code=0
for program in host_user kernel_user; do
	count=$(count_of "$TMP/$program") || { cat "$TMP/output"; echo "$program fails by itself"; exit 1; }
	[ "$count" -gt 20 ] || { echo "$program: only $count allocations were seen"; exit 1; }
	for rest in 0 1; do
		for ((at = 1; at <= count; at++)); do
			timeout -k 1 20 env FAILING_MALLOC_AT=$at FAILING_MALLOC_REST=$rest LD_PRELOAD="$failing" \
				"$TMP/$program" >"$TMP/output" 2>&1
			got=$?
			[ $got = 0 ] && continue
			echo "$program with allocation $at failing (and the rest: $rest) ends with $got:"
			tail -3 "$TMP/output"
			code=1
		done
	done
done
exit $code
