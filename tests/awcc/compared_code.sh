#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The code for comparison, which no launch runs, is compiled without optimisation, in a file with kernels that wait too: what waiting
# calls through pointers is not the kernels.
. "$ROOT/tests/awcc/support/check.sh"
cat >waits.cu <<'END'
__device__ int flag;
__global__ void waits(int *out)
{
	if (threadIdx.x == 0)
		while (atomicAdd(&flag, 0) == 0)
			;
	__syncthreads();
	out[threadIdx.x] = flag;
}
__global__ void plain(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = x[i] * 2.0f + 1.0f;
}
END
# "KERNEL aside" or "KERNEL optimised" of each fiber form
fibers() {
	ANYWARP_DUMP=optimise "$AWCC" -cubin waits.cu -o waits.cubin -Xanywarp --cpu-arch=x86-64-v3 2>&1 | awk '
		/^attributes / { aside[$2] = / optnone/ }
		/^define .*@aw\.fiber\./ { kernel = $0; sub(/.*@aw\.fiber\./, "", kernel); sub(/\(.*/, "", kernel); set[kernel] = $(NF - 1) }
		/^define .*@aw_cpu_spin/ { spins = 1 }
		END { for (kernel in set) print kernel, aside[set[kernel]] ? "aside" : "optimised"; if (spins) print "spins" }'
}
shows 'spins' fibers
shows '_Z5waitsPi aside' fibers
shows '_Z5plainPfi aside' fibers
finish
