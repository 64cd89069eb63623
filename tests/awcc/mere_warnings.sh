#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What nvcc and its host compiler only warn of compiles here too, and is an error when that is asked for.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >narrow.cu <<'END'
#include <cinttypes>
#include <cstdio>
template <class T> __global__ void kernel(T *p, int n) { register T s = n; float f[1] = { (double)n }; *p = s + f[0]; }
int main()
{
	register int64_t n = 3;
	dim3 grid = { n, 1 };
	kernel<int><<<grid, 1>>>(nullptr, 0);
	std::printf("%"PRId64" %u\n", n, grid.x);
}
END
cat >old.c <<'END'
int main(void) { return half(4); }
int half(int x) { return x / 2; }
END
shows "warning: .*narrowed" "$AWCC" narrow.cu -o narrow
shows "^3 3$" ./narrow
hides "warning" "$AWCC" -w narrow.cu -o narrow
fails "error: .*narrowed" "$AWCC" -Werror all-warnings narrow.cu -o narrow
shows "warning: .*half" "$AWCC" -c old.c -o old.o
left_nothing
finish
