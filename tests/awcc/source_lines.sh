#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where a source is mended for clang, messages show its own lines and columns, and marks stand below what they are about.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
tab=$'\t'
cat >a.cu <<END
__device__ int first(int a) { return a; }
namespace space {${tab}template <class T>${tab}__device__ T second(T a) { return a; }${tab}__device__ int${tab}both(int a) { return a; } }
template <class T> int get() { return${tab}first(1) + space::second(1) + space::both(1); }
int sum(int n) { int a[n] = {1};${tab}return a[0] + missing; }
END
output=$("$AWCC" -c a.cu 2>&1) && wrong "takes errors"
grep -q __anywarp <<<"$output" && wrong "shows what was put in"
# Each message is of the word that its column and its mark are at.
check() { # LINE TEXT WORD
	local line=$1 text=$2 word=$3 column shown marks
	column=$(sed -n "s/^a.cu:$line:\([0-9]*\): $text.*/\1/p" <<<"$output" | head -1)
	[ "$(sed -n "${line}p" a.cu | cut -c"${column:-9999}-$((${column:-9999} + ${#word} - 1))")" = "$word" ] || wrong "column $column: $text"
	shown=$(grep -A1 "^a.cu:$line:$column: $text" <<<"$output" | sed -n 2p)
	marks=$(grep -A2 "^a.cu:$line:$column: $text" <<<"$output" | sed -n 3p)
	marks=${marks%%^*}
	[ "${shown:${#marks}:${#word}}" = "$word" ] || wrong "a mark is not below $word: $shown"
	[ "$(expand <<<"$(sed -n "${line}p" a.cu)")" = "${shown#*| }" ] || wrong "not the source's line: $shown"
}
check 3 "error: no matching function for call to 'first'" first
check 1 "note: candidate function not viable" first
check 2 "note: candidate function not viable" second
check 4 "error: use of undeclared identifier 'missing'" missing
[ "$failures" = 0 ] || echo "$output"
finish
