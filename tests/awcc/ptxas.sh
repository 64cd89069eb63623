#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ptxas checks and compiles PTX, that of others too, and nvlink links what it, awcc and host compilers wrote, to images that load; what is
# wrong is told in the words of CUDA's programs.  awcc takes PTX files as nvcc does.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
bin=$(dirname "$AWCC")
cat >run.ptx <<'END'
// three times the thread's number
.version 8.0
.target sm_70
.address_size 64
.visible .entry run(.param .u64 out)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	mul.lo.u32 %r2, %r1, 3;
	mul.wide.u32 %rd2, %r1, 4;
	add.u64 %rd3, %rd1, %rd2;
	st.global.u32 [%rd3], %r2;
	ret;
}
END
gcc -I"$BUILD/include" "$ROOT/tests/awcc/support/load_module.c" -o load -L"$BUILD/lib" -lcuda -Wl,-rpath,"$BUILD/lib" || wrong "gcc"

# --- ptxas ---
shows '^$' "$bin/ptxas" -arch=sm_80 -m64 -O3 --warn-on-spills -fmad=true run.ptx -o run.cubin
shows '^0 3 6$' ./load run.cubin
shows 'sm_80\.ptx$' "$bin/cuobjdump" -lptx run.cubin
shows '^$' "$bin/ptxas" --gpu-name sm_70 run.ptx && [ -s elf.o ] || wrong "elf.o"
shows "^ptxas info    : Compiling entry function 'run'" "$bin/ptxas" -v -arch=sm_90a run.ptx -o run.cubin
shows '^$' "$bin/ptxas" -arch=sm_80 -ias "$(cat run.ptx)" -o string.cubin
shows '^0 3 6$' ./load string.cubin
# What stands for a cubin is of CUDA's format, in which fatbinary takes it.
[ "$(head -c 4 run.cubin | od -An -tx1)" = " 50 ed 55 ba" ] || wrong "the format of run.cubin"
shows '^$' "$bin/fatbinary" -64 --create=both.fatbin --image3=kind=elf,sm=90,file=run.cubin --image3=kind=ptx,sm=70,file=run.ptx
shows '^0 3 6$' ./load both.fatbin
[ "$("$bin/cuobjdump" -lptx both.fatbin | grep -c '\.ptx$')" = 2 ] || wrong "PTX of both.fatbin"
rm elf.o
shows '^$' "$bin/ptxas" -arch=compute_80 run.ptx && [ ! -e elf.o ] || wrong "checking alone"

sed 's/%r2, %r1, 3/%r2, %q9, 3/' run.ptx >symbol.ptx
fails "^ptxas symbol\.ptx, line 11; error   : Unknown symbol '%q9'$" "$bin/ptxas" -arch=sm_80 symbol.ptx -o x
fails "^ptxas fatal   : Ptx assembly aborted due to errors$" "$bin/ptxas" -arch=sm_80 symbol.ptx -o x
sed 's/mul.lo.u32/bogus.u32/' run.ptx >bogus.ptx
fails "^ptxas bogus\.ptx, line 11; error   : .*bogus" "$bin/ptxas" -arch=sm_80 bogus.ptx -o x
sed 's/ret;/bra L7;/' run.ptx >label.ptx
fails "^ptxas label\.ptx, line [0-9]+; error   : Unknown symbol 'L7'$" "$bin/ptxas" -arch=sm_80 label.ptx -o x
sed 's/8\.0/99.0/' run.ptx >version.ptx
fails "^ptxas version\.ptx, line 2; fatal   : Unsupported \.version 99\.0; current version is '9\.0'$" "$bin/ptxas" -arch=sm_80 version.ptx -o x
sed 1,2d run.ptx >head.ptx
fails "^ptxas head\.ptx, line 1; fatal   : Missing \.version directive at start of file 'head\.ptx'$" "$bin/ptxas" -arch=sm_80 head.ptx -o x
[ ! -e x ] || wrong "a file after errors"
code() { # CODE TEXT COMMAND...
	local code=$1 text=$2 output
	shift 2
	output=$("$@" 2>&1)
	[ $? = "$code" ] && [ "$output" = "$text" ] || wrong "expected: $text; got: $output"
}
code 255 "ptxas fatal   : SM version specified by .target is higher than default SM version assumed" "$bin/ptxas" -arch=sm_60 run.ptx
code 255 "ptxas fatal   : Value 'sm_99' is not defined for option 'gpu-name'" "$bin/ptxas" -arch=sm_99 run.ptx
code 255 "ptxas fatal   : Value '32' is not defined for option 'machine'" "$bin/ptxas" -m32 run.ptx
code 255 "ptxas fatal   : Invalid value 'abc' for option 'maxrregcount'" "$bin/ptxas" -maxrregcount=abc run.ptx
code 255 "ptxas fatal   : Output file '/nope/x' could not be opened" "$bin/ptxas" -arch=sm_80 run.ptx -o /nope/x
fails "^ptxas fatal   : Input file 'nope\.ptx' could not be opened$" "$bin/ptxas" nope.ptx
[ "$("$bin/ptxas" --list-version | tail -n 1)" = 9.0 ] || wrong "versions"
shows 'release 12\.6, V12\.6\.' "$bin/ptxas" --version
shows '^--gpu-name <gpu name> +\(-arch\)$' "$bin/ptxas" --help

# --- nvlink ---
cat >part.cu <<'END'
__device__ int weigh(int);
extern "C" __global__ void run(int *out) { out[threadIdx.x] = weigh(threadIdx.x); }
END
echo '__device__ int weigh(int x) { return 7 * x; }' >other.cu
"$AWCC" -arch=sm_80 -rdc=true -c part.cu other.cu && "$AWCC" -arch=sm_80 -rdc=true -ptx other.cu -o other.ptx && ar rcs libother.a other.o ||
	wrong compiling
shows '^$' "$bin/nvlink" -arch=sm_80 -m64 -cpu-arch=X86_64 --register-link-binaries=names.c --host-ccbin gcc part.o other.o -o linked.cubin
shows '^0 7 14$' ./load linked.cubin
[ "$(head -n 1 names.c)" = '#define NUM_PRELINKED_OBJECTS 2' ] && [ "$(grep -c '^DEFINE_REGISTER_FUNC(_nv_.*)$' names.c)" = 2 ] || wrong names.c
for other in -lother libother.a other.ptx; do
	shows '^$' "$bin/nvlink" -arch sm_80 part.o -L. "$other" -o linked.cubin
	shows '^0 7 14$' ./load linked.cubin
done
shows '^$' "$bin/ptxas" -c -arch=sm_80 other.ptx -o other.rel
shows '^$' "$bin/nvlink" --arch=sm_80 part.o other.rel -o linked.cubin
shows '^0 7 14$' ./load linked.cubin
code 1 "nvlink error   : Undefined reference to '_Z5weighi' in 'part.cu:2'" "$bin/nvlink" -arch=sm_80 part.o -o x
fails "^nvlink error   : Multiple definition of '_Z5weighi' in 'other\.o', first defined in 'other\.o'$" "$bin/nvlink" -arch=sm_80 other.o other.o -o x
code 1 "nvlink fatal   : Unknown arch name '(null)'" "$bin/nvlink" part.o -o x
code 1 "nvlink fatal   : Value 'sm_99' is not defined for option 'arch'" "$bin/nvlink" -arch=sm_99 part.o -o x
code 1 "nvlink fatal   : Could not open input file 'nope.o'" "$bin/nvlink" -arch=sm_80 nope.o -o x
code 1 "nvlink fatal   : No input files specified; use option --help for more information" "$bin/nvlink" -arch=sm_80 -o x
code 1 "nvlink fatal   : Must specify output file with -o option" "$bin/nvlink" -arch=sm_80 part.o
code 1 "nvlink fatal   : Unknown option '-bogus'" "$bin/nvlink" --bogus

# --- awcc with PTX files ---
shows '^$' "$AWCC" -arch=sm_80 -fatbin run.ptx -o run.fatbin
shows '^0 3 6$' ./load run.fatbin
shows '^$' "$AWCC" -cubin run.ptx && [ -s run.cubin ] || wrong "-cubin"
shows '^0 3 6$' ./load run.cubin
shows '^$' "$AWCC" -dlink -fatbin -arch=sm_80 part.o other.ptx -o both.fatbin
shows '^0 7 14$' ./load both.fatbin
fails "nvcc fatal   : \.ptx input files are only allowed with '--cubin \(-cubin\)', " "$AWCC" -c run.ptx
left_nothing
finish
