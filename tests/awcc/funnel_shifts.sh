#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Funnel shifts are PTX's shf, and on the CPU shifts of as many lanes as the gang has, not of 64-bit ones.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
__global__ void shift(unsigned *x)
{
	unsigned i = threadIdx.x, a = x[4 * i], b = x[4 * i + 1], by = x[4 * i + 2];
	x[4 * i] = __funnelshift_l(a, b, by);
	x[4 * i + 1] = __funnelshift_rc(a, b, by);
	x[4 * i + 2] = __funnelshift_r(a, a, 7);
	x[4 * i + 3] = __funnelshift_lc(a, b, by) + __funnelshift_r(a, b, by);
}
END
"$AWCC" -ptx a.cu -o a.ptx || wrong "exit code $?"
for instruction in shf.l.wrap shf.r.clamp shf.l.clamp shf.r.wrap; do
	grep -q "$instruction" a.ptx || wrong "no $instruction"
done
[ "$(grep -c 'shf\.' a.ptx)" = 5 ] || wrong "$(grep -c 'shf\.' a.ptx) shf"
ANYWARP_DUMP=simd_vectorize "$AWCC" -cubin -Xanywarp --cpu-arch=x86-64-v3,--no-ptx a.cu -o a.cubin 2>vectors
grep -q 'call <16 x i32> @llvm.fshr.v16i32' vectors || wrong "no vectors of funnel shifts"
! grep -q 'shl <16 x i64>' vectors || wrong "shifts of 64 bits"
finish
