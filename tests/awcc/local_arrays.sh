#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In PTX a local array whose elements are chosen by the turns of short loops, also by way of a table, is registers, however long those
# loops are without being unrolled; where an element is chosen by what is read, they stay loops.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
__device__ void turn(float *part, int at, float by) { part[at] = sinf(part[at] * by) + cosf(part[at] + by); }
__global__ void kernel(float *out, const float *in, const int *chosen)
{
	const int order[] = { 0, 4, 2, 6, 1, 5, 3, 7 };
	float2 part[8];
	for (int i = 0; i < 8; i++)
		part[i] = { in[i * 64], in[threadIdx.x + i] };
	for (int i = 1; i < 8; i++)
		turn(&part[0].x, 2 * i, in[0] * order[i]);
	for (int i = 0; i < 8; i++)
		out[i * 64 + threadIdx.x] = part[AT].x - part[i].y;
}
END
"$AWCC" -DAT='order[i]' -ptx a.cu -o known.ptx || wrong "doesn't compile"
grep -q '\.local' known.ptx && wrong "an array is memory though its elements are known"
"$AWCC" -DAT='chosen[i]' -ptx a.cu -o read.ptx || wrong "doesn't compile"
grep -q '\.local' read.ptx || wrong "an array isn't memory though its elements are chosen by what is read"
[ "$(grep -c . known.ptx)" -gt "$((2 * $(grep -c . read.ptx)))" ] || wrong "a loop around what is memory is unrolled"

# What a loop walks through is local memory, too.
cat >walk.cu <<'END'
__global__ void kernel(int *out, const signed char *given, int n)
{
	signed char all[20];
	int equal = 0;
	for (int i = 0; i < n; i++)
		all[i] = given[i];
	for (int i = 0; i < n; i++)
		equal += all[i] == all[n];
	*out = equal;
}
END
"$AWCC" -ptx walk.cu -o walk.ptx || wrong "doesn't compile"
grep -q 'ld\.local\.[su]8' walk.ptx || wrong "nothing is read from local memory"
grep -E '(ld|st)\.[a-z]*[0-9]+' walk.ptx && wrong "a local array's elements have generic addresses"
finish
