#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In PTX, functions that the library writes out for other targets are instructions.
set -eu
cat >native.cu <<'END'
__global__ void native(float *f, double *d, int *n)
{
	f[0] = __fadd_rd(f[1], f[2]);
	f[3] = fminf(f[4], f[5]);
	f[6] = __int2float_ru(n[0]);
	d[0] = __fma_rz(d[1], d[2], d[3]);
	n[1] = __float2int_rn(f[7]);
	n[2] = __byte_perm(n[3], n[4], n[5]);
}
END
"$AWCC" -ptx native.cu -o native.ptx
for instruction in add.rm.f32 min.f32 cvt.rp.f32.s32 fma.rz.f64 cvt.rni.s32.f32 prmt.b32; do
	grep -q "[[:space:]]$instruction[[:space:]]" native.ptx || { echo "no $instruction"; exit 1; }
done

# Approximations of constants for which the instruction is exact are known to the compiler; exp asks for its bound once.
cat >constants.cu <<'END'
__global__ void constants(float *f, double *d)
{
	float sum = 0;
	for (int i = 1; i <= __log2f(16); i++)
		sum += f[(int)__powf(2, i)];
	f[0] = sum + __exp10f(0) + __expf(0);
	d[0] = exp(d[1]);
}
END
"$AWCC" -ptx constants.cu -o constants.ptx
sed '/^\/\//d' constants.ptx >text
! grep -q 'lg2\|ex2' text || { echo "an approximation of a constant"; exit 1; }
[ "$(grep -c 'ld.global.f32' text)" = 4 ] || { echo "not four turns"; exit 1; }
