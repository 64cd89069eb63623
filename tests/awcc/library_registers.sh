#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Registers with one % in inline PTX of headers that -I and -isystem find, beside text of printf's and host's assembly, which stay.
. "$ROOT/tests/awcc/support/check.sh"
mkdir -p library/inner system
cat >library/first.h <<'END'
#include "inner/lane.h"
#include <host.h>
END
cat >library/inner/lane.h <<'END'
__device__ inline unsigned lane() { unsigned lane; asm("mov.u32 %0, %laneid;" : "=r"(lane)); return lane; }
END
cat >system/host.h <<'END'
#include <cstdio>
inline unsigned low(unsigned x) { unsigned char y; asm("movb %b1, %0" : "=q"(y) : "q"(x)); return y; }
inline void show(unsigned long lane, unsigned x) { printf("%lu %% %hx\n", lane, low(x)); }
END
cat >a.cu <<'END'
#include <first.h>
__managed__ unsigned last;
__global__ void kernel() { last = lane(); }
int main() { kernel<<<1, 32>>>(); cudaDeviceSynchronize(); show(last, 0x1234); }
END
"$AWCC" -Ilibrary -isystem system a.cu -o a || wrong "doesn't compile"
[ "$(ANYWARP_DEVICES=cpu ./a)" = "31 % 34" ] || wrong "prints $(./a)"
finish
