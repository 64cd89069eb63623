#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Macros that stand for a directive: in the source, in headers beside it and in those of -I and -isystem, also ones that other
# headers of theirs include; they do what the directive does.
. "$ROOT/tests/awcc/support/check.sh"
mkdir -p beside library/inner system
cat >library/first.h <<'END'
#include "inner/second.h"
END
cat >library/inner/second.h <<'END'
#define UNROLL_LIBRARY \
	#pragma unroll 2
END
cat >system/third.h <<'END'
#  define QUIET   # pragma clang diagnostic \
	ignored "-Wuninitialized" // as it is
END
cat >beside/fourth.h <<'END'
#define UNROLL_BESIDE #pragma unroll
#define TWICE UNROLL_BESIDE
END
cat >a.cu <<'END'
#include <first.h>
#include <third.h>
#include "beside/fourth.h"
#include <cstdio>
#define DEMAND #pragma clang loop vectorize(enable)
#define TEXT "#pragma once" /* #define NONE #pragma once */
QUIET
__global__ void sum(int *x, int n)
{
	int unset;
	UNROLL_LIBRARY
	for (int i = 0; i < n; i++)
		x[1] += x[0];
	TWICE
	for (int i = 0; i < 4; i++)
		x[1] += x[0] * __LINE__;
	UNROLL_BESIDE for (int i = 0; i < n; i++)
		x[1] += x[0];
	x[2] = unset & 0;
}
int main()
{
	int *x, n = 5;
	cudaMallocManaged(&x, 3 * sizeof(int));
	x[0] = 1, x[1] = x[2] = 0;
	sum<<<1, 1>>>(x, n);
	cudaDeviceSynchronize();
	DEMAND
	for (int i = 0; i < n; i++)
		x[2] += i;
	printf("%d %d %s\n", x[1], x[2], TEXT);
}
END
"$AWCC" -Werror=all-warnings -Ilibrary -isystem system a.cu -o a 2>messages || wrong "exit code $?: $(cat messages)"
[ "$(./a)" = "74 10 #pragma once" ] || wrong "'$(./a)'"
sed 's/ignored/error/' system/third.h >third.h && mv third.h system
! "$AWCC" -c -Ilibrary -isystem system a.cu -o a.o 2>messages || wrong "a directive does nothing"
grep -q 'a.cu:19.*unset' messages || wrong "another error: $(cat messages)"
# What isn't a directive stays wrong.
echo '#define UNROLL #unroll
__global__ void k() { UNROLL }' >b.cu
! "$AWCC" -c b.cu 2>messages || wrong "a macro with a sign that is no directive is taken"
finish
