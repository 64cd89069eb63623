#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Commas that are missing between operands of inline PTX in headers that -I finds.
. "$ROOT/tests/awcc/support/check.sh"
mkdir -p library
cat >library/add.h <<'END'
__device__ inline unsigned add(unsigned a, unsigned b, unsigned c)
{
	unsigned sum, all;
	asm("{ .reg .u32 t; add.u32 t, %1, %2;\n\t"
	    "mad.lo.u32 %0, t, %3, %4; }"
	    : "=r"(sum)
	    : "r"(a) "r"(b), "r"(c)
	      "r"(7u));
	asm volatile("add.u32 %0, %1, 1;" : "=r"(all) : "r"(sum));
	return all;
}
END
cat >a.cu <<'END'
#include <add.h>
#include <cstdio>
__managed__ unsigned out;
__global__ void kernel() { out = add(2, 3, 4); }
int main() { kernel<<<1, 1>>>(); cudaDeviceSynchronize(); printf("%u\n", out); }
END
"$AWCC" -Ilibrary a.cu -o a || wrong "doesn't compile"
[ "$(ANYWARP_DEVICES=cpu ./a)" = 28 ] || wrong "prints $(./a)"
finish
