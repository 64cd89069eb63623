#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# awcc with each of its own allocations failing, those of LLVM and of its children excepted: it ends with
# exit code 1 and a message, never by a signal, and leaves nothing behind.  Where it could do without, its
# result is whole.
set -u
gcc -O1 -shared -fPIC "$ROOT/tests/fail/support/failing_malloc.c" -o "$TMP/failing_malloc.so" || exit 1
export FAILING_MALLOC_OWN=1 TMPDIR=$TMP/work
every=${ANYWARP_TEST_SIZE:+1}
cat >"$TMP/tiny.cu" <<'END'
__global__ void set(int *value) { *value = 1; }
int main() { return 0; }
END

run_awcc() { # at rest
	rm -rf "$TMPDIR" "$TMP/tiny"
	mkdir "$TMPDIR"
	timeout -k 1 60 env FAILING_MALLOC_AT="$1" FAILING_MALLOC_REST="$2" FAILING_MALLOC_COUNT="$TMP/count" \
		LD_PRELOAD="$TMP/failing_malloc.so" "$AWCC" "$TMP/tiny.cu" -o "$TMP/tiny" >"$TMP/output" 2>&1
}

# What is wrong with the run that ended with CODE; nothing when all is well.
find_wrong() { # code
	case $1 in
	0) [ -x "$TMP/tiny" ] || echo "success, but nothing was made" ;;
	1) grep -Eq 'fatal|error' "$TMP/output" || echo "failed without a message" ;;
	*) echo "exit code $1" ;;
	esac
	[ -z "$(ls -A "$TMPDIR")" ] || echo "left behind: $(ls -A "$TMPDIR")"
	[ ! -e "$TMP/tiny" ] || "$TMP/tiny" || echo "an output file that doesn't run"
}

run_awcc 0 0 || { cat "$TMP/output"; exit 1; }
count=$(cat "$TMP/count")
[ "$count" -gt 50 ] || { echo "only $count allocations were seen"; exit 1; }
code=0
for rest in 0 1; do
	for ((at = 1 + rest; at <= count; at += ${every:-9})); do
		run_awcc $at $rest
		wrong=$(find_wrong $?)
		[ -z "$wrong" ] && continue
		echo "allocation $at failing (and the rest: $rest): $wrong"
		tail -3 "$TMP/output"
		code=1
	done
done
exit $code
