#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A parameter whose address goes elsewhere is copied to the thread's own memory, but for one that is __grid_constant__: its address
# is that of the parameter, as with nvcc, be it a struct or a number.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
struct Numbers {
	int values[40];
};

__device__ __noinline__ const int *same(const int *p)
{
	asm volatile("" : "+l"(p));
	return p;
}

__global__ void kernel(const WORD Numbers numbers, const WORD int n, int *out)
{
	*out = same(numbers.values)[n];
}

template <typename T> __global__ void of_type(WORD const T numbers, int *out)
{
	*out = *same(numbers.values);
}
template __global__ void of_type<Numbers>(const Numbers, int *);

__global__ void number(const WORD int n, int *out)
{
	*out = *same(&n) + __isGridConstant(same(&n));
}

int main()
{
	return 0;
}
END
for flags in "-O3" "-G" "-rdc=true"; do
	"$AWCC" $flags -DWORD= -ptx a.cu -o copied.ptx || wrong "exit code $?: $flags"
	[ "$(grep -c 'local_depot[0-9]*\[' copied.ptx)" -ge 2 ] || wrong "nothing is copied without the word: $flags"
	"$AWCC" $flags -DWORD=__grid_constant__ -ptx a.cu -o kept.ptx || wrong "exit code $?: $flags"
	[ "$(grep -c 'cvta\.param' kept.ptx)" = 3 ] || wrong "the parameters' own addresses are not used: $flags"
	grep -q '\.param \.align 4 \.b8 _Z6number.*\[4\]' kept.ptx || wrong "the number is not passed in memory: $flags"
	grep -q 'isspacep\.param' kept.ptx || wrong "__isGridConstant asks nothing: $flags"
	grep -q 'local_depot[0-9]*\[1[0-9]*\]' kept.ptx && wrong "a parameter is copied: $flags"
done
"$AWCC" -DWORD=__grid_constant__ a.cu -o a && ./a || wrong "does not run on the CPU"
finish
