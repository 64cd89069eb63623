#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cuobjdump lists, prints and writes the PTX and the images in programs, object files and fat binaries.
. "$ROOT/tests/awcc/support/check.sh"
cuobjdump=$(dirname "$AWCC")/cuobjdump
echo '__global__ void scale(int *x) { *x *= 3; } int main() { scale<<<1, 1>>>(nullptr); }' >a.cu
echo '__global__ void other(int *x) { *x = 4; }' >b.cu
"$AWCC" a.cu b.cu -arch=sm_80 -Xanywarp --cpu-arch=x86-64-v3 -o program
shows '^PTX file    1: program\.1\.sm_80\.ptx$' "$cuobjdump" -lptx -all program
shows '^PTX file    2: program\.[0-9]+\.sm_80\.ptx$' "$cuobjdump" --list-ptx program
shows '^ELF file    2: program\.2\.x86-64-v3\.so$' "$cuobjdump" -lelf program
shows 'entry .*scale' "$cuobjdump" -ptx program
shows 'entry .*other' "$cuobjdump" -ptx program
shows '^Fatbin bitcode code:$' "$cuobjdump" program
shows '^arch = sm_80$' "$cuobjdump" program
[ -z "$("$cuobjdump" -lptx -arch sm_90 program)" ] || wrong "PTX for sm_90"
[ "$("$cuobjdump" -lelf -arch=x86-64-v3 program | wc -l)" = 2 ] || wrong "images for x86-64-v3"

"$cuobjdump" -xptx sm_80 program >list
[ "$(cat program.*.sm_80.ptx | grep -c '\.visible \.entry')" = "$("$cuobjdump" -ptx program | grep -c '\.visible \.entry')" ] || wrong "PTX files"
"$cuobjdump" -xelf all program >list
for image in program.*.so; do nm -D "$image" | grep -q aw_cpu_image || wrong "$image"; done

"$AWCC" -c a.cu -o a.o
shows '\.ptx$' "$cuobjdump" -lptx a.o
"$AWCC" -fatbin a.cu -o a.fatbin
shows '\.ptx$' "$cuobjdump" -lptx a.fatbin
refuses "cuobjdump fatal   : Option '-sass': there is no machine code of GPUs, whose drivers compile the PTX" "$cuobjdump" -sass program
refuses "cuobjdump fatal   : File 'a.cu' does not contain device code" "$cuobjdump" -lptx a.cu
refuses "cuobjdump fatal   : Unknown option '--bogus'" "$cuobjdump" --bogus program
fails "Could not open input file 'missing'" "$cuobjdump" missing
finish
