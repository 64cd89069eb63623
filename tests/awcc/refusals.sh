#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is mended where clang refuses it: also when messages have colours, when there are many and below a header that is found in
# another way; what can't be is refused once, with its first place.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
mkdir -p system
cat >system/library.h <<'END'
template <class T> struct box { T value; };
template <class T> box(T) -> box<T>;
END
{
	echo 'template <class T> __global__ void kernel(T *out) { }'
	for i in {1..50}; do echo "template <class T> struct user$i { typename T::part<int> part; };"; done
	echo 'int sum(int n) { int a[n] = {1}, total = 0; for (int i = 0; i < n; i++) total += a[i]; return total; }'
} >many.cu
cat >library.cu <<'END'
#include <library.h>
__global__ void kernel(int *out) { *out = box{3}.value; }
END
cat >wrong.cu <<'END'
struct box { int value; };
int sum(int n) { int a[n] = {1}; int b[n] = missing; return a[0] + b[0]; }
END
cat >several.cu <<'END'
struct user { int find(int key); };
int user::find(float key) { return key; }
__global__ void kernel(int *out);
void kernel(int *out) {}
static int __other(); int __other(int); static int __rdtsc; static long __other() { return 1; }
__global__ void wide(__float128 *out) { *out = *out + 1; }
END
cat >shared.cu <<'END'
struct made { int value; __device__ made() : value(3) {} };
inline __device__ int in_function() { __shared__ made a; return a.value; }
#define PLACED(place) (PLACE == 4 || PLACE == place)
#if PLACED(1)
__shared__ made outside;
#endif
#if PLACED(2)
inline __device__ int with_initialiser() { __shared__ made a{}; return a.value; }
#endif
#if PLACED(3)
inline __device__ int with_arguments() { __shared__ int a(3); return a; }
#endif
__global__ void kernel(int *out) { *out = in_function(); }
END
for place in {1..4}; do sed "1i #define PLACE $place" shared.cu >shared$place.cu; done # with one header made beforehand for all
echo 'struct box { int value; }; int copy(box &b) { constexpr int value = b.value; return value; }' >object.cu
hides . "$AWCC" -c many.cu -o many.o
hides . "$AWCC" -c many.cu -o many.o -Xcompiler -fdiagnostics-color=always
hides . "$AWCC" -std=c++17 -isystem system -c library.cu -o library.o
fails "^wrong.cu:2:.*error: use of undeclared identifier 'missing'" "$AWCC" -c wrong.cu -o wrong.o
also "^1 error detected"
fails "^several.cu:2:.*error: out-of-line definition of 'find' does not match" "$AWCC" -c several.cu -o several.o
also "^several.cu:4:.*error: __host__ function 'kernel' cannot overload __global__"
also "^several.cu:5:.*error: functions that differ only in their return type"
also "^several.cu:6:.*error: .*'__float128' type support"
hides . "$AWCC" -diag-suppress 20054 -c shared.cu -o shared.o
outside="6:.*error: .*dynamic initialization is not supported for a __shared__ variable"
initialiser="9:.*error: initialization is not supported for __shared__ variables"
arguments="12:.*error: initialization is not supported for __shared__ variables"
fails "^shared4.cu:$outside" "$AWCC" -c shared4.cu -o shared.o
also "^shared4.cu:$initialiser"
also "^shared4.cu:$arguments"
if [ "${ANYWARP_TEST_SIZE:-}" = all ]; then
	fails "^shared1.cu:$outside" "$AWCC" -c shared1.cu -o shared.o
	fails "^shared2.cu:$initialiser" "$AWCC" -c shared2.cu -o shared.o
	fails "^shared3.cu:$arguments" "$AWCC" -c shared3.cu -o shared.o
fi
fails "^object.cu:1:.* error: constexpr variable 'value' must be initialized by a constant expression" "$AWCC" -c object.cu -o object.o
# Both halves read these; --keep knows the device half's errors alone.
echo 'template <int N> struct rows { __device__ static int of(int row[N]) { return missing + row[0]; } };' >late.cu
echo '__device__ int of(int a) { return a; } template <class T> __device__ T as(T a) { return a; }' >sides.cu
echo 'int get(int a) { return of(a) + as(a); }' >>sides.cu
fails "^late.cu:1:.*error: use of undeclared identifier 'missing'" "$AWCC" -c late.cu -o late.o
also "^1 error detected"
fails "^late.cu:1:.*error: use of undeclared identifier 'missing'" "$AWCC" --keep -c late.cu -o late.o
fails "^sides.cu:2:.*error: no matching function for call to 'of'" "$AWCC" -c sides.cu -o sides.o
also "^sides.cu:2:.*error: no matching function for call to 'as'"
echo 'template <class T> __device__ void put(T *at) { asm volatile("st.global.u32 [%0], %2;" ::"l"(at), "r"(1)); }' >operand.cu
echo '__global__ void kernel(int *out) { put(out); }' >>operand.cu
fails "operand.cu:1: error: inline PTX st.global.u32: %2 is no register known here" "$AWCC" -c operand.cu -o operand.o
echo '__global__ __block_size__((64, 1, 1), (2, 1, 1)) void kernel(int *out) {}' >size.cu
fails "^size.cu:1:.*error: __block_size__ is not supported" "$AWCC" -c size.cu -o size.o
also "^1 error detected"
left_nothing
# What nvcc looks at (what it doesn't is in unchecked_calls.cu): functions that are no templates and lambdas in them, and in templates calls by
# name that depend on no parameter.
cat >calls.cu <<'END'
struct box { int value; __device__ box(int given) : value(given) {} };
struct made { int value; __device__ made() : value(3) {} };
__device__ int plain(int a) { return a; }
template <class T> __device__ T plain_of(T a) { return a; }
template <class T> struct each { int get(); };
#define PLACED(place) (PLACE == 0 || PLACE == place)
#if PLACED(1)
int get1() { box one(1); return one.value; } // 1
#endif
#if PLACED(2)
int get2() { made *one = new made; return one->value; } // 2
#endif
#if PLACED(3)
__host__ __device__ int get3() { box one(1); return one.value; } // 3
#endif
#if PLACED(4)
template <> int each<int>::get() { return box(1).value; } // 4
#endif
#if PLACED(5)
int get5() { return [](auto a) { box one(1); return one.value; }(2); } // 5
#endif
#if PLACED(6)
template <class T> int get6() { return plain(1); } // 6
#endif
#if PLACED(7)
template <class T> int each<T>::get() { return plain_of<int>(1); } // 7
#endif
#if PLACED(8)
namespace space { template <class T> struct one_of { T value; }; int get8() { static box one(1); return one.value; } } // 8
#endif
#if PLACED(9)
struct local { int value; local() : value(plain(3)) {} }; // 9
#endif
#if PLACED(10)
int get10() { struct local { int value = 3; int get() { return plain(3); } }; return local().get(); } // 10
#endif
END
sides="(no matching|reference to __device__ function 'box' in __host__ __device__ function)"
line_of() { grep -n "// $1\$" calls.cu | cut -d: -f1; }
fails "^10 errors detected" "$AWCC" -std=c++17 -DPLACE=0 -c calls.cu -o calls.o
for place in {1..10}; do
	also "^calls.cu:$(line_of $place):.*error: $sides"
done
for place in $([ "${ANYWARP_TEST_SIZE:-}" = all ] && echo {1..10}); do
	fails "^calls.cu:$(line_of $place):.*error: $sides" "$AWCC" -std=c++17 -DPLACE=$place -c calls.cu -o calls.o
done
# Headers that include each other by the folder above, and folders that are links.
mkdir -p round/{a,b,c,d} apart/deep && ln -s ../apart/deep round/link
for one in a b c d; do
	{
		echo "#pragma once"
		printf '#include "../%s"\n' ./a/a.h b/./b.h c/c.h d/d.h
		printf '#include "./%s"\n' $one.h ././../a/a.h
		echo "struct $one { int *begin; };"
	} >round/$one/$one.h
done
echo '#include "../beside.h"' >apart/deep/first.h
echo 'template <class T> struct slot { T value; }; template <class T> slot(T) -> slot<T>;' >apart/beside.h
{
	echo '#include "round/a/a.h"'
	echo '#include "round/link/first.h"'
	echo '__global__ void kernel(int *out) { *out = slot{3}.value; }'
	echo 'int sum(int n) { int a[n] = {1}, total = 0; for (int i = 0; i < n; i++) total += a[i]; return total; }'
} >round.cu
timeout 100 "$AWCC" -std=c++17 -c round.cu || wrong "headers that include each other"
finish
