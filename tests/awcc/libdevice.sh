#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# --libdevice= puts NVIDIA's math functions into PTX, where its library is, and leaves the CPU's alone.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
#include <cstdio>
__global__ void kernel(float *x) { x[0] = sinf(x[0]) + powf(x[0], 1.5f) + sqrtf(x[0]); }
int main()
{
	float *x;
	cudaMallocManaged(&x, sizeof(float));
	*x = 0.75f;
	kernel<<<1, 1>>>(x);
	std::printf("%d %a\n", cudaDeviceSynchronize(), *x);
}
END
"$AWCC" --libdevice=nowhere/libdevice.10.bc a.cu -o a 2>said.txt && wrong "a file that isn't there is taken"
grep -q -e '--libdevice=nowhere/libdevice.10.bc: there is no such file' said.txt || wrong "$(cat said.txt)"
library=${CUDA_HOME:-/usr/local/cuda}/nvvm/libdevice/libdevice.10.bc
[ -e "$library" ] || { echo "no libdevice"; exit 77; }
for arch in sm_75 sm_90; do
	"$AWCC" -arch=$arch -ptx a.cu -o own.ptx && "$AWCC" -arch=$arch -ptx --libdevice="$library" a.cu -o its.ptx || wrong "$arch"
	cmp -s own.ptx its.ptx && wrong "$arch: our own functions"
	grep -q __nvvm_reflect its.ptx && wrong "$arch: questions are left"
	grep -Eq 'sqrt\.rn(\.ftz)?\.f32' its.ptx || wrong "$arch: roots aren't exact"
	! command -v ptxas >/dev/null || ptxas -arch=$arch its.ptx -o /dev/null || wrong "$arch: ptxas refuses it"
done
"$AWCC" a.cu -o own && "$AWCC" --libdevice=toolkit a.cu -o its || wrong "toolkit"
[ "$(ANYWARP_DEVICES=cpu ./own)" = "$(ANYWARP_DEVICES=cpu ./its)" ] || wrong "the CPU's functions changed"
finish
