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
	'is 1 bytes after the nearest allocation at 0x[0-9a-f]* of size 512 bytes' 'cudaErrorLaunchFailure$' 'ERROR SUMMARY: 2 errors$' \
	'Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA API call to cudaDeviceSynchronize'
expect 9 memcheck before_begin 'Invalid __global__ read of size 1 bytes' 'is 1 bytes before the nearest allocation'
expect 9 memcheck atomic_past_end 'Invalid __global__ atomic of size 4 bytes' 'by thread (0,0,0)'
expect 9 memcheck host_pointer 'Invalid __global__ write' 'cudaErrorLaunchFailure$'
expect 9 memcheck past_heap 'Invalid __global__ read of size 1 bytes'
"$sanitizer" --target-processes all --error-exitcode 9 sh -c './hazards past_end; exit 0' | grep -q 'Invalid __global__ write' ||
	wrong 'no finding of a program that a program starts'
expect 0 memcheck clean 'ERROR SUMMARY: 0 errors' '^cudaSuccess, cudaSuccess$'

expect 9 initcheck read_fresh 'Uninitialized __global__ memory read of size 4 bytes' "at read_fresh in .*hazards.cu:$(number FRESH)\$" \
	'by thread (127,0,0) in block (0,0,0)' '^cudaSuccess, cudaSuccess$' 'ERROR SUMMARY: 1 error$'
expect 9 initcheck add_fresh 'Uninitialized __global__ memory read of size 4 bytes' 'ERROR SUMMARY: 1 error$'
expect 9 initcheck copy_fresh 'Uninitialized __global__ memory read of size 16 bytes' 'ERROR SUMMARY: 1 error$'
expect 9 initcheck fetch_fresh 'host access to 0x[0-9a-f]* of size 4 bytes' 'on access by cudaMemcpy source' 'ERROR SUMMARY: 1 error$'
expect 0 initcheck read_written '^sum 3$' 'ERROR SUMMARY: 0 errors$'
"$sanitizer" --tool initcheck --check-api-memory-access no --error-exitcode 9 ./hazards fetch_fresh >/dev/null ||
	wrong "--check-api-memory-access no"

# Leaks and failing calls are told with the host's calls, in programs with a static and with a shared runtime.
"$AWCC" -O2 -cudart shared "$source" -o hazards_shared || exit 1
for program in ./hazards ./hazards_shared; do
	output=$(LD_LIBRARY_PATH=${AWCC%/bin/*}/lib "$sanitizer" --leak-check full --error-exitcode 9 "$program" leave_memory)
	[ $? = 9 ] || wrong "exit code of leaks of $program"
	for line in 'Leaked 1,024 bytes from CUDA array' 'Leaked 1,234 bytes at 0x' 'Leaked 4,096 bytes at 0x' \
		'Host Frame: cudaMalloc \[0x' "Host Frame: main \[0x[0-9a-f]*\] in ${program#./}\$" \
		'LEAK SUMMARY: 6354 bytes leaked in 3 allocations' 'ERROR SUMMARY: 3 errors$'; do
		grep -q -- "$line" <<<"$output" || wrong "leaks of $program: no line has '$line': $output"
	done
	output=$(LD_LIBRARY_PATH=${AWCC%/bin/*}/lib "$sanitizer" --leak-check=full "$program" fail_calls)
	for line in 'Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaMemcpy\.' \
		'cudaErrorInvalidDevice (error 101) .* to cudaSetDevice\.' 'to cudaGetLastError\.' 'Host Frame: main' 'ERROR SUMMARY: 4 errors$'; do
		grep -q -- "$line" <<<"$output" || wrong "calls of $program: no line has '$line': $output"
	done
done
output=$("$sanitizer" --report-api-errors no --error-exitcode 9 ./hazards fail_calls) || wrong "--report-api-errors no: $output"
name=word "$sanitizer" --log-file '%q{name}.%p%%' --print-limit 1 ./hazards fail_calls >printed
[ "$(cat printed)" = 'cudaSuccess, cudaSuccess' ] || wrong "output beside --log-file: $(cat printed)"
grep -q '2 errors were not printed. Use --print-limit' word.*% || wrong "--log-file, --print-limit: $(cat word.*%)"

# Which kernels and launches are looked at; what others write is written.
cat >several.cu <<'EOF'
template <typename T> __global__ void writer(T *data) { data[threadIdx.x] = 1; }
namespace space { __global__ void reader(const int *data, int *sum) { *sum = data[threadIdx.x]; } }
int main()
{
	int *data, *sum;
	cudaMalloc(&data, 256), cudaMalloc(&sum, 4);
	writer<<<1, 32>>>(data);
	space::reader<<<1, 1>>>(data, sum);      // of what writer wrote
	space::reader<<<1, 1>>>(data + 40, sum); // of what nobody wrote
	space::reader<<<1, 1>>>(data + 41, sum);
	return cudaDeviceSynchronize();
}
EOF
"$AWCC" several.cu -o several || exit 1
errors() { # WANTED OPTION...
	local wanted=$1 output
	shift
	output=$("$sanitizer" --tool initcheck "$@" ./several)
	[ "$(grep -c 'Uninitialized __global__' <<<"$output")" = "$wanted" ] || wrong "$*: not $wanted errors: $output"
}
errors 2
errors 2 --kernel-name reader
errors 2 --kernel-name kne=nothing,kns=read
errors 2 --kernel-name 'space::reader(int const*, int*)'
errors 0 --kernel-name read
errors 0 --kernel-name kernel_name=writer
errors 0 --kernel-name-exclude kns=reader
errors 2 --kernel-name-exclude writer
errors 2 --kernel-regex '^_ZN5space.*P'
errors 0 --kernel-regex 'reader$|w.*ter<int>'
errors 0 --kernel-regex 'space' --kernel-regex-exclude 'r(ead|eed)er'
errors 1 --kernel-name reader --launch-skip 2
errors 1 --kernel-name reader --launch-count 2
errors 1 --launch-skip=1 --launch-count=2
errors 0 --launch-count 2
# Memory that nobody writes to, whole or in part, freed or not.
cat >unused.cu <<'EOF'
__global__ void set(char *data) { data[threadIdx.x] = 1; }
int main()
{
	char *whole, *part, *used;
	cudaMalloc(&whole, 2000), cudaMalloc(&part, 100), cudaMalloc(&used, 64);
	set<<<1, 75>>>(part);
	cudaMemset(used, 1, 64);
	cudaFree(whole), cudaFree(used);
	return cudaDeviceSynchronize();
}
EOF
"$AWCC" unused.cu -o unused || exit 1
output=$("$sanitizer" --tool initcheck --track-unused-memory yes --error-exitcode 9 ./unused) && wrong "exit code of --track-unused-memory"
for line in 'Unused memory in allocation 0x[0-9a-f]* of size 2,000 bytes' 'Not written any memory' '100% of allocation were unused' \
	'of size 100 bytes' 'Not written 25 bytes, the first at offset 0x4b' '25% of' 'Host Frame: main' 'ERROR SUMMARY: 2 errors$'; do
	grep -q -- "$line" <<<"$output" || wrong "--track-unused-memory: no line has '$line': $output"
done
"$sanitizer" --tool initcheck --error-exitcode 9 ./unused >/dev/null || wrong "unused memory without --track-unused-memory"

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
says "there is no 'heapcheck' for option '--tool'; there are memcheck racecheck initcheck synccheck" "$sanitizer" --tool heapcheck ./hazards
says "there is no 'ful' for option '--leak-check'" "$sanitizer" --leak-check ful ./hazards
says "unknown option '--leak'" "$sanitizer" --leak ./hazards
says "'%x' is no name of a file" "$sanitizer" --log-file %x ./hazards
says "'x' is no number" "$sanitizer" --print-limit x ./hazards
says "'2x' is no number" "$sanitizer" --launch-count 2x ./hazards
says "no program is named" "$sanitizer"
says "can't be started" "$sanitizer" ./nothing
says "'initcheck' is not defined for option 'sanitize'" "$AWCC" --sanitize initcheck "$source"
finish
