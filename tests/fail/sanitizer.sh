#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compute-sanitizer: what it finds, what it doesn't, and its command line.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
source=$ROOT/tests/fail/support/hazards.cu
sanitizer=${AWCC%/*}/compute-sanitizer
export ANYWARP_CACHE_DIR=$TMP/cache
"$AWCC" -O2 "$source" -o hazards || exit 1

# expect CODE TOOL KERNEL LINE...: the exit code, and what the output has, in order.
expect() {
	local code=$1 tool=$2 kernel=$3 output line
	shift 3
	output=$("$sanitizer" --tool "$tool" --error-exitcode 9 ./hazards "$kernel" 2>&1)
	[ $? = "$code" ] || wrong "exit code of $tool $kernel"
	for line; do
		grep -q -- "$line" <<<"$output" || wrong "$tool $kernel: no line has '$line': $output"
	done
}
number() { grep -n "// $1\$" "$source" | cut -d: -f1; }

expect 9 racecheck no_barrier "Write access at no_barrier in .*hazards.cu:$(number STORE)\$" \
	"Read access at no_barrier in .*hazards.cu:$(number LOAD)\$" '^cudaSuccess, cudaSuccess$' \
	'RACECHECK SUMMARY: [1-9]'
expect 9 racecheck only_warps 'and Read access at only_warps' 'by\|thread (32,0,0)'
expect 9 racecheck one_barrier_short 'Read access at one_barrier_short' 'and Write access at one_barrier_short'
expect 9 racecheck beside_atomic 'Write access at atomicAdd' 'Write access at beside_atomic'
expect 0 racecheck clean 'RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)' '^cudaSuccess, cudaSuccess$'

expect 9 memcheck past_end 'Invalid __global__ write of size 4 bytes' 'by thread (127,0,0) in block (0,0,0)' \
	'is 1 bytes after the nearest allocation at 0x[0-9a-f]* of size 512 bytes' 'cudaErrorLaunchFailure$' 'ERROR SUMMARY: 1 error$'
expect 9 memcheck before_begin 'Invalid __global__ read of size 1 bytes' 'is 1 bytes before the nearest allocation'
expect 9 memcheck atomic_past_end 'Invalid __global__ atomic of size 4 bytes' 'by thread (0,0,0)'
expect 9 memcheck host_pointer 'Invalid __global__ write' 'cudaErrorLaunchFailure$'
expect 9 memcheck past_heap 'Invalid __global__ read of size 1 bytes'
expect 0 memcheck clean 'ERROR SUMMARY: 0 errors' '^cudaSuccess, cudaSuccess$'
# Without the option the program's own exit code stays.
"$sanitizer" ./hazards clean >/dev/null || wrong "exit code of a clean program"
"$sanitizer" --tool=racecheck ./hazards no_barrier >/dev/null || wrong "exit code without --error-exitcode"
[ "$("$sanitizer" --tool racecheck --print-limit 1 ./hazards no_barrier | grep -c 'Race reported')" = 1 ] || wrong "--print-limit"
# Lanes that nobody asks for are undefined, also where threads are fibers.
"$AWCC" -I"$ROOT/tests" "$ROOT/tests/kernels/unset_lanes.cu" -o unset && "$sanitizer" ./unset >/dev/null || wrong "unset_lanes"

says() { # LINE COMMAND...
	local line=$1 output
	shift
	output=$("$@" 2>&1) && wrong "exit code of: $*"
	grep -q -- "$line" <<<"$output" || wrong "$* says: $output"
}
says "there is no tool 'initcheck'" "$sanitizer" --tool initcheck ./hazards clean
says "unknown option '--leak'" "$sanitizer" --leak ./hazards
says "'x' is no number" "$sanitizer" --print-limit x ./hazards
says "no program is named" "$sanitizer"
says "can't be started" "$sanitizer" ./nothing
says "'initcheck' is not defined for option 'sanitize'" "$AWCC" --sanitize initcheck "$source"
finish
