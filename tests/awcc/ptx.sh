#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which PTX is in a fat binary: as with nvcc for the default architecture, for -arch and for -gencode; of several
# for the lowest and the highest.  What a program uses raises it; what can't be made is left out with a warning.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
__global__ void k(int *x) { *x += threadIdx.x; }
END
targets() { # targets flags...: the targets of the PTX in the fat binary
	local expected=$1 found; shift
	"$AWCC" -fatbin a.cu -o a.fatbin "$@" || wrong "exit code $? of: $*"
	found=$(grep -ao '^\.target sm_[0-9a-f]*' a.fatbin | sed 's/.target //' | sort -u | tr '\n' ' ')
	[ "$found" = "${expected:+$expected }" ] || wrong "PTX for '$found', not '$expected': $*"
}
labels() { # labels flags...: for which GPUs they are
	local expected=$1 found; shift
	"$AWCC" -fatbin a.cu -o a.fatbin "$@" || wrong "exit code $? of: $*"
	found=$(head -c 1024 a.fatbin | tr '\0' '\n' | grep -aoE '^(sm|compute)_[0-9]+a?$' | tr '\n' ' ')
	[ "$found" = "$expected " ] || wrong "labels '$found', not '$expected': $*"
}
targets sm_70
labels compute_70
targets sm_80 -arch=sm_80
labels compute_80 -arch=sm_80
labels compute_80 -arch=compute_80
labels sm_80 -arch=compute_80 -code=sm_80
labels compute_80 -arch=compute_80 -code=sm_80,compute_80
labels sm_75 -gencode arch=compute_75,code=sm_75
labels compute_75 -gencode 'arch=compute_75,code=[sm_75,compute_75]'
targets 'sm_72 sm_80' -gencode arch=compute_75,code=sm_75 -gencode arch=compute_72,code=sm_72 -gencode arch=compute_80,code=sm_80
labels 'sm_90a' -gencode arch=compute_90a,code=sm_90a
targets sm_90a -gencode arch=compute_90a,code=sm_90a
targets '' -Xanywarp --no-ptx
# The lowest version of PTX that will do, so that older drivers take it.
"$AWCC" -ptx a.cu -o a.ptx && grep -qx '.version 7.0' a.ptx || wrong "version of PTX for sm_70"
"$AWCC" -ptx -arch=sm_90 a.cu -o a.ptx && grep -qx '.version 7.8' a.ptx || wrong "version of PTX for sm_90"
cat >b.cu <<'END'
struct large { int a[1200]; };
__global__ void k(large b, int *x) { *x = b.a[*x]; }
END
"$AWCC" -ptx b.cu -o a.ptx && grep -qx '.version 8.1' a.ptx || wrong "version of PTX for large parameters"
# What is used raises it.
cat >a.cu <<'END'
__global__ void k(unsigned *x) { *x = __reduce_add_sync(~0u, threadIdx.x); }
END
targets sm_80
labels compute_80
targets sm_90 -arch=sm_90
cat >a.cu <<'END'
__global__ void k(void *map) { asm volatile("prefetch.tensormap [%0];" ::"l"(map)); }
END
targets sm_90
"$AWCC" -ptx -arch=sm_90a a.cu -o a.ptx && grep -qx '.version 8.3' a.ptx || wrong "version of PTX for tensor maps"
cat >a.cu <<'END'
__global__ void k(float *x) { asm("tanh.approx.f32 %0, %0;" : "+f"(*x)); }
END
targets sm_75
cat >a.cu <<'END'
__global__ void k(unsigned *x) { asm("mov.u32 %0, %%aggr_smem_size;" : "=r"(*x)); }
END
targets sm_90
cat >a.cu <<'END'
__global__ void k(unsigned long long *x) { asm("mov.u64 %0, %%current_graph_exec;" : "=l"(*x)); }
END
targets sm_70
"$AWCC" -ptx a.cu -o a.ptx && grep -qx '.version 8.0' a.ptx || wrong "version of PTX for the register of graphs"
# A static variable that the host names is visible; a managed one has its pointer.
cat >a.cu <<'END'
static __device__ int hidden;
__managed__ int shared;
__global__ void k() { hidden += shared; }
int main() { int x; k<<<1, 1>>>(); return cudaMemcpyFromSymbol(&x, hidden, sizeof(x)); }
END
"$AWCC" -ptx a.cu -o a.ptx && grep -Eq '^\.visible \.global .*hidden' a.ptx || wrong "a static variable can't be found"
grep -Eq '^\.visible \.global .*__aw_managed_shared = generic\(shared\)' a.ptx || wrong "no pointer of a managed variable"
# With -rdc=true what is defined elsewhere is declared, and what others may use is visible: once for all of inline code.
cat >a.cu <<'END'
extern __device__ int there;
extern __constant__ float table[];
__device__ int elsewhere(int);
inline __device__ int once() { static int count; return count++; }
template<class T> __device__ T same(T x) { return x; }
template __device__ int same<int>(int);
static __device__ int mine(int x) { return x + there; }
__device__ int ours(int x) { return mine(x) + once(); }
__global__ void k(int *x) { *x = elsewhere(ours(*x)) + (int)table[1]; }
END
for options in '-rdc=true -ptx' '-dc -ptx'; do
	"$AWCC" $options a.cu -o a.ptx || wrong "$options: exit code $?"
	for line in '.extern .func .*_Z9elsewherei' '.extern .global .* there;' '.extern .const .* table\[\];' '.visible .func .*_Z4oursi' \
	            '.weak .func .*_Z4sameIiET_S0_' '.weak .global .*_ZZ4oncevE5count'; do
		grep -q "^$line" a.ptx || wrong "$options: no '$line'"
	done
	! grep -q 'mine' a.ptx || wrong "$options: a static function is there"
done
! "$AWCC" -ptx a.cu -o a.ptx 2>messages || wrong "without -rdc=true an undefined function is taken"
grep -q "Unresolved extern function '_Z9elsewherei'" messages || wrong "it isn't named"
finish
