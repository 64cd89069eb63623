#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fatbinary makes fat binaries of PTX, of what stands for cubins and of objects, by the options of CUDA 12's and 13's, and C files with
# descriptors; what is wrong with a command line is told in the words of CUDA's program.
. "$ROOT/tests/awcc/support/check.sh"
bin=$(dirname "$AWCC")
fatbinary=$bin/fatbinary
cat >part.cu <<'END'
__device__ int weigh(int);
extern "C" __global__ void run(int *out) { out[threadIdx.x] = weigh(threadIdx.x); }
END
echo '__device__ int weigh(int x) { return 7 * x; }' >other.cu
cat part.cu other.cu >whole.cu
host() { gcc -I"$BUILD/include" "$@" -L"$BUILD/lib" -lcuda -Wl,-rpath,"$BUILD/lib" || wrong "gcc $*"; }
load="$ROOT/tests/awcc/support/load_module.c"
host "$load" -o load
"$AWCC" -arch=sm_80 -ptx whole.cu -o whole.ptx && "$AWCC" -cubin whole.cu -o whole.cubin && "$AWCC" -arch=sm_80 -rdc=true -c part.cu other.cu ||
	wrong compiling

# As nvcc 13, nvcc 12 and clang call it.
shows '^$' "$fatbinary" --create=a.fatbin -64 --cicc-cmdline="-ftz=0 -prec_div=1 " --cmdline="-O3 " --ident=whole.cu \
	"--image3=kind=elf,sm=80,file=whole.cubin" "--image3=kind=ptx,sm=80,file=whole.ptx"
shows '^0 7 14$' ./load a.fatbin
shows '^PTX file    1: a\.fatbin\.1\.sm_80\.ptx$' "$bin/cuobjdump" -lptx a.fatbin
shows '^ELF file    1: ' "$bin/cuobjdump" -lelf a.fatbin
shows '^$' "$fatbinary" --create b.fatbin -64 -compress-all -compress true "-image=profile=sm_80@compute_80,file=whole.cubin" \
	"--image=profile=compute_90a,file=whole.ptx"
shows '^0 7 14$' ./load b.fatbin
shows 'sm_90a\.ptx$' "$bin/cuobjdump" -lptx b.fatbin
shows '^$' "$fatbinary" --create c.fatbin --image2=kind=reloc,file=part.o --image2=kind=reloc,file=other.o
shows '^0 7 14$' ./load c.fatbin
echo '--create=d.fatbin --image3=kind=ptx,sm=80,file=whole.ptx' >words
shows '^$' "$fatbinary" --options-file words
shows '^0 7 14$' ./load d.fatbin

for how in -64 -no-asm; do
	shows '^$' "$fatbinary" $how --image3=kind=ptx,sm=80,file=whole.ptx --embedded-fatbin=embedded.c
	host -I. -DEMBEDDED='"embedded.c"' "$load" -o embedded
	shows '^0 7 14$' ./embedded
	g++ -fsyntax-only -I"$BUILD/include" -x c++ embedded.c || wrong "C++ with $how"
done
# Relocatable code lies where a device link looks for it.
"$AWCC" -arch=sm_80 -rdc=true -fatbin other.cu -o other.fatbin || wrong other.fatbin
shows '^$' "$fatbinary" -c --image3=kind=nvvm,sm=80,file=other.fatbin --embedded-fatbin=other.fatbin.c
gcc -c -D__NV_MODULE_ID=_other -I"$BUILD/include" other.fatbin.c -o lib_other.o && nm lib_other.o | grep -q __fatbinwrap_other || wrong "lib_other.o"
shows '^$' "$AWCC" -dlink -fatbin -arch=sm_80 part.o lib_other.o -o linked.fatbin
shows '^0 7 14$' ./load linked.fatbin

refuses "fatbinary fatal   : Unknown option '-bogus'" "$fatbinary" --bogus
refuses "fatbinary fatal   : argument expected after '--create'" "$fatbinary" --create
refuses "fatbinary fatal   : no argument expected after '-64'" "$fatbinary" -64=1
refuses "fatbinary fatal   : 'maybe': expected true or false" "$fatbinary" --compress maybe
refuses "fatbinary fatal   : Could not open input file 'nope.ptx'" "$fatbinary" --create=x --image3=kind=ptx,sm=80,file=nope.ptx
refuses "fatbinary fatal   : Missing or unknown kind in image3" "$fatbinary" --create=x --image3=kind=foo,sm=80,file=whole.ptx
refuses "fatbinary fatal   : Missing sm in image3" "$fatbinary" --create=x --image3=kind=ptx,file=whole.ptx
refuses "fatbinary fatal   : Missing file in image" "$fatbinary" --create=x --image3=kind=ptx,sm=80
refuses "fatbinary fatal   : Keyword 'bla' is not defined for option 'image3'" "$fatbinary" --create=x --image3=bla=1,sm=80
refuses "fatbinary fatal   : redefinition of keyword 'sm' " "$fatbinary" --create=x --image3=kind=ptx,sm=80,sm=90
refuses "fatbinary fatal   : 'kind' is not in 'keyword=value' format" "$fatbinary" --create=x --image3=kind,sm=80
refuses "fatbinary fatal   : Could not open output file '/nope/x'" "$fatbinary" --create=/nope/x --image3=kind=ptx,sm=80,file=whole.ptx
fails "^nvFatbin error: invalid architecture$" "$fatbinary" --create=x --image3=kind=ptx,sm=foo,file=whole.ptx
fails "^nvFatbin error: fatbinary elf mismatch: elf size" "$fatbinary" --create=x --image3=kind=elf,sm=80,file=whole.ptx
shows "warning : incompatible redefinition for option 'create', the last value" "$fatbinary" --create=x --create=y
[ ! -e x ] && [ -e y ] || wrong "the last value of --create"
shows '^Usage  : fatbinary ' "$fatbinary" --help
shows 'release 12\.6, V12\.6\.' "$fatbinary" -V
finish
