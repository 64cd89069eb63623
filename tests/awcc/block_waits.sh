#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which kernels with loops that wait become gangs: those that wait for other blocks alone.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
"$AWCC" -c -std=c++17 -I"$ROOT/tests" -I"$ROOT/tests/kernels" -Xanywarp --report,--cpu-arch=x86-64-v3,--no-ptx \
	"$ROOT/tests/kernels/block_waits.cu" -o waits.o 2>report || wrong "compiling"
# Kernels with gangs, in the order of their names.
gangs() { grep -o "_Z[0-9]*[a-z_]*[A-Z].*: simd" report | sed 's/_Z[0-9]*\([a-z_]*\)[A-Z].*/\1/' | sort -u | paste -sd ' '; }
[ "$(gangs)" = "chain digits first_of_rows in_turn locked look_back meet with_barriers" ] || wrong "kernels by gangs: $(gangs)"
[ "$(grep -c 'no simd: a loop that waits for another thread' report)" = 6 ] || wrong "kernels by fibers"
grep -q "chain.*simd.*that are one row" report || wrong "a loop of one thread is for blocks that are rows"
# Tables: only locks that are given back are waited for.
"$AWCC" -c -std=c++17 -I"$ROOT/tests" -I"$ROOT/tests/kernels" -Xanywarp --report,--cpu-arch=x86-64-v3,--no-ptx \
	"$ROOT/tests/kernels/probe_loops.cu" -o probes.o 2>report || wrong "compiling"
[ "$(gangs)" = "append distinct insert member tally twice" ] || wrong "tables by gangs: $(gangs)"
grep -q 'any_lock.*no simd: a loop that waits for another thread' report || wrong "locks by fibers"
# Searches that end early wait for nobody, and who sleeps may as well not.
"$AWCC" -c -std=c++17 -I"$ROOT/tests" -I"$ROOT/tests/kernels" -Xanywarp --report,--cpu-arch=x86-64-v3,--no-ptx \
	"$ROOT/tests/kernels/search_loops.cu" -o searches.o 2>report || wrong "compiling"
[ "$(gangs)" = "first_of first_of_tiles independent peaks sleepers" ] || wrong "searches by gangs: $(gangs)"
grep -q 'patient.*no simd: a loop that waits for another thread' report || wrong "patience by fibers"
left_nothing
finish
