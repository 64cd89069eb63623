#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What each phase makes and how it is called.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >a.cu <<'END'
__global__ void kernel(int *p) { *p = 7; }
int main()
{
	int *device, host = 0;
	cudaMalloc((void **)&device, sizeof(int));
	kernel<<<1, 1>>>(device);
	cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
	return host;
}
END
cp a.cu other.txt
makes() { # FILES -- COMMAND
	local files=$1 file
	shift
	rm -rf made && mkdir made
	(cd made && "$@" 2>&1) || wrong "exit code of: $*"
	[ "$(cd made && ls | tr '\n' ' ')" = "$files" ] || wrong "made $(ls made | tr '\n' ' ') instead of $files: $*"
}
makes "a.out " "$AWCC" ../a.cu
(cd made && ./a.out); [ $? = 7 ] || wrong "a.out"
makes "prog " "$AWCC" ../a.cu -o prog
makes "a.o " "$AWCC" -c ../a.cu
makes "x.o " "$AWCC" -c ../a.cu -o x.o
makes "a.o other.o " "$AWCC" -c -x cu ../a.cu ../other.txt
makes "a.ptx " "$AWCC" -ptx ../a.cu
grep -q '^.version' made/a.ptx && grep -q 'entry _Z6kernelPi' made/a.ptx || wrong "PTX"
makes "a.fatbin " "$AWCC" -fatbin ../a.cu
makes "a.cubin " "$AWCC" -cubin ../a.cu
[ "$(head -c 4 made/a.cubin | tail -c 3)" = ELF ] || wrong "cubin is no ELF file"
makes "a.cu.cpp.ii " "$AWCC" -cuda ../a.cu
cp made/a.cu.cpp.ii .
for compiler in "$AWCC" g++; do # any compiler of C++ takes it
	makes "a.cu.cpp.o " $compiler -c ../a.cu.cpp.ii
	"$AWCC" made/a.cu.cpp.o -o a.from.ii && { ./a.from.ii; [ $? = 7 ]; } || wrong "a.cu.cpp.ii by $compiler"
done
makes "a.ltoir " "$AWCC" -ltoir ../a.cu
makes "a.a " "$AWCC" -lib ../a.cu
makes "liba.so " "$AWCC" -shared -Xcompiler -fPIC ../a.cu -o liba.so
makes "a.o " "$AWCC" -dc ../a.cu
makes "a.o " "$AWCC" -c ../a.cu -t 2
makes "a.o " "$AWCC" -rdc=true -dlink -c ../a.cu # as a list of compile options that CMake appends its -c to may say
nm made/a.o | grep -q ' T main$' || wrong "-dlink -c left the host's code out"
makes "" "$AWCC" -E ../a.cu
makes "a.ii " "$AWCC" -E ../a.cu -o a.ii
makes "" "$AWCC" --fdevice-syntax-only ../a.cu
mkdir -p sub
makes "" "$AWCC" -c ../a.cu -odir ../sub
[ -e sub/a.o ] || wrong "-odir"
shows '\.visible \.entry|\.entry' "$AWCC" -ptx a.cu -o -
"$AWCC" -run a.cu -o ran; [ $? = 7 ] || wrong "-run"
"$AWCC" -clean a.cu -o ran; [ -e ran ] && wrong "-clean"
left_nothing
finish
