#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# nvcc's warning 20054 of a function's __shared__ variable whose constructor does something: of which types it is told, at the place in
# the user's text, and what options and pragmas make of it.  The lines that warn were nvcc 13.0's.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >types.cu <<'END'
struct makes { int a; __device__ makes() { a = 1; } };
struct empty { int a; __device__ empty() {} };
struct member { int a = 3; };
struct list { int a; __device__ list() : a(2) {} };
struct ends { int a; __device__ ~ends() { a = 1; } };
struct virt { int a; __device__ virtual void f() {} };
struct argument { int a; __device__ argument(int x = 3) {} };
struct constant { int a; __host__ __device__ constexpr constant() : a(4) {} };
struct host { int a; host() { a = 1; } };
struct has { makes c; };
struct has_empty { empty c; };
struct derived : makes {};
struct plain { int a, b; };
template <class T> struct complex { T a; __host__ __device__ constexpr complex() : a(0) {} };
__global__ void kernel(int *out)
{
	__shared__ makes w1;
	__shared__ empty v2;
	__shared__ member v3;
	__shared__ list w4;
	__shared__ ends w5;
	__shared__ virt w6;
	__shared__ argument w7;
	__shared__ constant v8;
	__shared__ host w9;
	__shared__ has w10;
	__shared__ has_empty v11;
	__shared__ derived w12;
	static __shared__ makes w13[4];
	__shared__ complex<float> v14;
	__shared__ struct { makes a; } v15;
	__shared__ makes v16, *v17;
	v17 = &v16;
	out[0] = w1.a + v2.a + v3.a + w4.a + w5.a + w6.a + w7.a + v8.a + w9.a + w10.c.a + v11.c.a + w12.a + w13[1].a + v14.a + v15.a.a + v17->a;
}
__device__ int function() { __shared__ makes w18; return w18.a; }
template <class T> __global__ void instance(int *out) { __shared__ T w19; out[0] = w19.a + function(); }
template __global__ void instance<makes>(int *);
template __global__ void instance<plain>(int *);
END
cat >pragmas.cu <<'END'
struct makes { int a; __device__ makes() { a = 1; } };
#pragma nv_diag_suppress 20054
__global__ void k3(int *out) { __shared__ makes a; out[0] = a.a; }
#pragma nv_diag_default 20054
__global__ void k5(int *out) { __shared__ makes a; out[0] = a.a; }
#pragma nv_diagnostic push
#pragma nv_diag_suppress = 177, 20054
__global__ void k8(int *out) { __shared__ makes a; out[0] = a.a; }
#pragma nv_diagnostic pop
__global__ void k10(int *out) { __shared__ makes a; out[0] = a.a; }
#pragma diag_suppress 20054
__global__ void k12(int *out) { __shared__ makes a; out[0] = a.a; }
_Pragma("nv_diag_suppress 20054")
__global__ void k14(int *out) { __shared__ makes a; out[0] = a.a; }
#pragma nv_diag_warning 20054
__global__ void k16(int *out) { __shared__ makes a; out[0] = a.a; }
template <class T> __global__ void k17(int *out) { __shared__ T a; out[0] = a.a; }
#pragma nv_diag_suppress 20054
template __global__ void k17<makes>(int *);
END
# lines_of FILE: the lines that 20054 is told of, and as what; told FILE OPTIONS...: by the device's half.
lines_of() { sed -nE "s/^$1:([0-9]+):[0-9]+: (.).*: #20054-D: dynamic initialization is not .*/\1\2/p" | tr '\n' ' '; }
told() {
	local file=$1
	shift
	"$AWCC" "$@" -ptx "$file" -o told.ptx 2>&1 | lines_of "$file"
}
is() { [ "$1" = "$2 " ] || wrong "expected $2, not $1"; }
"$AWCC" -c types.cu -o types.o >types.messages 2>&1
is "$(lines_of types.cu <types.messages)" "$(grep -n '\<w[0-9]*\(\[4\]\)\?;' types.cu | sed 's/:.*/w/' | tr '\n' ' ' | sed 's/ $//')"
shows '^ +17 \|.*__shared__ makes w1;' cat types.messages
shows "note: in instantiation of .*'instance<makes>'" cat types.messages
hides . "$AWCC" -w -c types.cu -o types.o
shows ': _Z6kernelPi: simd, width' "$AWCC" -Xanywarp --report -c types.cu -o types.o
is "$(told pragmas.cu)" "5w 10w 12w 16w"
is "$(told pragmas.cu --diag-suppress 177,20054)" 16w
is "$(told pragmas.cu -Xcudafe --diag_suppress=20054)" 16w
is "$(told pragmas.cu -diag-error 20054)" "5e 10e 12e 16w"
is "$(told pragmas.cu -diag-error 20054 -diag-warn 20054)" "5w 10w 12w 16w"
is "$(told pragmas.cu -Werror all-warnings)" "5e 10e 12e 16e"
fails '^3 errors detected' "$AWCC" -diag-error 20054 -c pragmas.cu -o told.o
[ ! -e told.o ] || wrong "an object in spite of errors"
left_nothing
finish
