#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the host libraries that stand on no other's headers export: every function that their headers declare, and nothing
# else but the mark by which they know each other.
cd "$TMP" || exit 1
status=0

compare() { # library pattern headers...
	local library=$BUILD/lib/lib$1.so pattern=$2 header
	[ -e "$library" ] || return 0
	shift 2
	for header in "$@"; do
		gcc -E -P -I"$ROOT/include" -include "$header" -x c /dev/null
	done | tr '\n' ' ' | grep -oE "\b$pattern[A-Z][A-Za-z0-9_]*[[:space:]]*\([^*]" | sed 's/[[:space:]]*(.*//' | sort -u >declared
	nm -D --defined-only "$library" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort -u >exported
	[ -s declared ] && cmp -s declared exported && return
	echo "$library (left: declared only, right: exported only):"
	comm -3 declared exported
	status=1
}

compare cufft cufft cufft.h cufftXt.h
compare curand curand curand.h
exit $status
