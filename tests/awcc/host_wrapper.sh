#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# -ccbin names a program that adds flags to a compiler's, as mpicxx does: CUDA code sees its headers and macros, and it links.
. "$ROOT/tests/awcc/support/check.sh"
mkdir "with space" other
echo 'int message();' >"with space/message.h"
echo '#define ANSWER 42' >other/answer.h
echo 'int message() { return 7; }' >message.cpp
g++ -c message.cpp -o message.o
cat >mpicxx <<'END'
#!/bin/sh
exec g++ "-I$PWD/with space" -isystem other -DMESSAGES=1 '-DTEXT="a b"' "$@" message.o
END
chmod +x mpicxx
cat >program.cu <<'END'
#include <answer.h>
#include <message.h>
#include <stdio.h>
#if MESSAGES != 1
#error macro
#endif
__global__ void kernel() { printf("%d %s\n", ANSWER, TEXT); }
int main() {
	kernel<<<1, 1>>>();
	return cudaDeviceSynchronize() != cudaSuccess || message() != 7;
}
END
for compiler in ./mpicxx "$PWD/mpicxx"; do
	"$AWCC" -ccbin "$compiler" program.cu -o program || wrong "$compiler"
	shows '^42 a b$' ./program
done
NVCC_CCBIN=./mpicxx "$AWCC" -c program.cu -o program.o || wrong NVCC_CCBIN
fails "answer.h" "$AWCC" -ccbin g++ -c program.cu
hides 'message' "$AWCC" -ccbin g++ -dryrun -c program.cu
finish
