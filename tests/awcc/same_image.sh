#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One program gives one image, wherever the compiler's memory lies and whatever was in it: the kernel (ASLR) and glibc
# (tcache_max, perturb) move its values about, which shows tables that know a value by its address when another has it.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
flags="-O3 -arch=sm_90 -cubin -Xanywarp --cpu-arch=x86-64-v4"
for kernel in guarded_loops shared_memory; do
	"$AWCC" $flags -I"$ROOT/tests" --keep "$ROOT/tests/kernels/$kernel.cu" -o first.so || wrong "compiling $kernel.cu"
	for try in 32 80:glibc.malloc.perturb=170; do
		GLIBC_TUNABLES=glibc.malloc.tcache_max=$try "$AWCC" $flags $kernel.bc -o image.so || wrong "compiling $kernel.bc"
		cmp -s first.so image.so || wrong "$kernel gives another image with tcache_max=$try"
	done
done
finish
