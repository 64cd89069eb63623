#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Object files and archives that are cut short or filled with noise are refused with a message.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
echo '__device__ int f(int x) { return x; }' >a.cu
"$AWCC" -dc a.cu && "$AWCC" -lib a.o -o liba.a || wrong "making them"
size=$(stat -c %s a.o)
for cut in 1 17 63 64 65 200 $((size / 2)) $((size - 1)); do
	head -c "$cut" a.o >cut.o
	fails "nvcc fatal   : 'cut.o' is no object file, or is damaged" "$AWCC" cut.o -o x
done
head -c 100 liba.a >cut.a
fails "nvcc fatal   : 'cut.a' is a damaged archive" "$AWCC" a.o cut.a -o x
echo 'not an object file' >text.o
fails "'text.o' is no object file" "$AWCC" text.o -o x
# Noise in every place of the file: never a crash (exit codes above 128).
for at in $(seq 16 41 "$size"); do
	cp a.o noise.o
	printf '\377\377\377\377\377\377\377\377' | dd of=noise.o bs=1 seek="$at" conv=notrunc status=none
	"$AWCC" -dlink noise.o -o noise.out.o >log.txt 2>&1
	[ $? -lt 126 ] || { wrong "crash with noise at $at"; cat log.txt; }
done
[ -e x ] && wrong "left an executable"
left_nothing
finish
