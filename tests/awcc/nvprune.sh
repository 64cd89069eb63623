#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# nvprune leaves the PTX of other architectures out of objects, archives and joined objects, which link and run as before; what all
# devices share stays.
. "$ROOT/tests/awcc/support/check.sh"
bin=$(dirname "$AWCC")
nvprune=$bin/nvprune
for i in 1 2 3; do
	cat >part$i.cu <<-END
		#include <cstdio>
		__global__ void kernel$i() { printf("part $i\n"); }
		extern "C" void run$i() { kernel$i<<<1, 1>>>(); cudaDeviceSynchronize(); }
	END
done
echo 'extern "C" { void run1(); void run2(); void run3(); } int main() { run1(); run2(); run3(); }' >main.cpp
"$AWCC" -gencode arch=compute_75,code=compute_75 -gencode arch=compute_90,code=[sm_90,compute_90] -c part1.cu part2.cu part3.cu main.cpp ||
	wrong compiling
targets() { "$bin/cuobjdump" "$1" | grep -A2 'ptx code' | sed -n 's/^arch = //p' | sort | uniq -c | tr -s ' \n' ' '; }
runs() { # OBJECTS
	"$AWCC" main.o "$@" -o program && shows '^part 1$' ./program && shows '^part 3$' ./program
}
before=$(targets part1.o)
[[ $before == *sm_75*sm_90* ]] || wrong "part1.o has: $before"

shows '^$' "$nvprune" -arch sm_90 part1.o -o pruned1.o
[[ $(targets pruned1.o) == *sm_90* && $(targets pruned1.o) != *sm_75* ]] || wrong "pruned1.o has: $(targets pruned1.o)"
[ "$(stat -c %s pruned1.o)" -lt "$(stat -c %s part1.o)" ] || wrong "pruned1.o isn't smaller"
readelf -W -S pruned1.o >sections.txt 2>&1 && ! grep -qi warning sections.txt || wrong "$(cat sections.txt)"
runs pruned1.o part2.o part3.o

ar rcs libparts.a part1.o part2.o part3.o
shows '^$' "$nvprune" -gencode arch=compute_75,code=[compute_75,sm_80] -o libpruned.a libparts.a
[[ $(targets libpruned.a) != *sm_90* && $(targets libpruned.a) == *"3 sm_75"* ]] || wrong "libpruned.a has: $(targets libpruned.a)"
[ "$(ar t libpruned.a | wc -l)" = 3 ] || wrong "members of libpruned.a"
[ "$(nm -s libpruned.a | grep ' in ' | sort)" = "$(nm -s libparts.a | grep ' in ' | sort)" ] || wrong "symbols of libpruned.a"
runs libpruned.a

# Several fat binaries in one section.
ld -r part1.o part2.o part3.o -o joined.o
shows '^$' "$nvprune" --arch=sm_90,compute_100 --output-file joined90.o joined.o
[[ $(targets joined90.o) != *sm_75* ]] || wrong "joined90.o has: $(targets joined90.o)"
runs joined90.o
# Nothing stays for GPUs; the cpu device has its code.
shows '^$' "$nvprune" -arch=sm_60 joined.o -o cpu.o
[ -z "$(targets cpu.o)" ] || wrong "cpu.o has: $(targets cpu.o)"
runs cpu.o
# Those of CUDA's format.
"$AWCC" -arch=sm_80 -ptx part1.cu -o part.ptx
"$bin/fatbinary" --image3=kind=ptx,sm=80,file=part.ptx --image3=kind=ptx,sm=90,file=part.ptx --embedded-fatbin=embedded.c
gcc -I"$BUILD/include" -c embedded.c -o embedded.o
shows '^$' "$nvprune" -arch=sm_90 embedded.o -o embedded90.o
[ "$(targets embedded.o)" = " 1 sm_80 1 sm_90 " ] && [ "$(targets embedded90.o)" = " 1 sm_90 " ] || wrong "embedded90.o has: $(targets embedded90.o)"

refuses "nvprune fatal   : Unknown option '-bogus'" "$nvprune" --bogus
refuses "nvprune fatal   : Value 'nine' is not defined for option 'arch'" "$nvprune" -arch nine part1.o -o x
refuses "nvprune fatal   : Could not open input file 'nope.o'" "$nvprune" -arch sm_80 nope.o -o x
refuses "nvprune fatal   : Input file 'main.o' has no device code" "$nvprune" -arch sm_80 main.o -o x
refuses "nvprune fatal   : No architecture specified; use option --help for more information" "$nvprune" part1.o -o x
"$AWCC" -shared -Xcompiler -fPIC part1.cu -o libpart.so
refuses "nvprune fatal   : Input file 'libpart.so' is no object file of the host" "$nvprune" -arch sm_80 libpart.so -o x
printf '!<arch>\nbroken' >broken.a
refuses "nvprune fatal   : 'broken.a' is a damaged archive" "$nvprune" -arch sm_80 broken.a -o x
finish
