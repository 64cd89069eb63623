# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For the tests of awcc, which source it: each function says what went wrong and counts it; the test
# ends with `finish`.  A command that succeeds or fails as it should leaves its output in $output.

failures=0
wrong() { echo "WRONG: $*"; failures=$((failures + 1)); }
finish() { [ "$failures" = 0 ] && exit 0; echo "$failures wrong"; exit 1; }

# shows REGEX COMMAND...: the command succeeds and its output matches.
shows() {
	local regex=$1
	shift
	output=$("$@" 2>&1) || wrong "exit code $? of: $*"
	grep -Eq -- "$regex" <<<"$output" || { wrong "no '$regex' from: $*"; echo "$output"; }
}

# hides REGEX COMMAND...: the command succeeds and its output has no match.
hides() {
	local regex=$1
	shift
	output=$("$@" 2>&1) || wrong "exit code $? of: $*"
	grep -Eq -- "$regex" <<<"$output" && { wrong "'$regex' from: $*"; echo "$output"; }
}

# refuses TEXT COMMAND...: the command exits with 1 and prints exactly this line.
refuses() {
	local text=$1 output code
	shift
	output=$("$@" 2>&1)
	code=$?
	[ "$code" = 1 ] || wrong "exit code $code of: $*"
	[ "$output" = "$text" ] || { wrong "expected: $text"; echo "got: $output"; }
}

# fails REGEX COMMAND...: the command fails and its output matches.
fails() {
	local regex=$1
	shift
	output=$("$@" 2>&1) && wrong "exit code 0 of: $*"
	grep -Eq -- "$regex" <<<"$output" || { wrong "no '$regex' from: $*"; echo "$output"; }
}

# also REGEX: the output of the last command matches that, too.
also() { grep -Eq -- "$1" <<<"$output" || { wrong "no '$1'"; echo "$output"; }; }

# No intermediate files are left in $TMPDIR, which `private_temp` makes.
private_temp() { mkdir -p "$TMP/temporary" && export TMPDIR=$TMP/temporary; }
left_nothing() { [ -z "$(ls -A "$TMPDIR")" ] || wrong "left behind: $(ls -A "$TMPDIR")"; }
