#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every public header can be included alone from C and C++ of either host compiler, without a warning,
# and all of them together in any order from CUDA; but for those that only say that there is no such header, and
# cublas.h, which gives the names of cublas_v2.h to other functions.
. "$ROOT/tests/awcc/support/check.sh"
cd "$TMP" || exit 2
headers=$(cd "$ROOT/include" && find . -name '*.h' -o -name '*.hpp' | sed 's|^\./||' | grep -v '^anywarp/' | sort)

check() { # header compiler...
	local header=$1
	shift
	echo "#include <$header>" >one.c
	"$@" -Wall -Wextra -Werror -I"$ROOT/include" -fsyntax-only one.c >log 2>&1 || { wrong "$header: $*"; head -5 log; }
}
for header in $headers; do
	[ "$header" = nvtx3/nvtx3.hpp ] || check "$header" gcc -std=c99
	check "$header" g++ -std=c++11 -x c++
done
for header in cuda.h cuda_runtime.h cuda_runtime_api.h; do
	check "$header" gcc -std=c89
	check "$header" clang-19 -std=c11
	check "$header" g++ -std=c++98 -x c++
	for version in 11 14 17 20 23; do check "$header" clang++-19 -std=c++$version -x c++; done
	check "$header" gcc -std=c11 -DCUDA_API_PER_THREAD_DEFAULT_STREAM
done

while read -r version order; do # in C++17 the tests of all libraries include them
	[ "$version" != 17 ] || [ "${ANYWARP_TEST_SIZE:-}" = all ] || continue
	{ echo "$headers" | grep -vx cublas.h | $order | sed 's/.*/#include <&>/'; echo '__global__ void k() {}'; } >all.cu
	"$AWCC" -std=c++$version -c -Xcompiler -Wall,-Wextra,-Werror all.cu -o all.o || wrong "all in CUDA, $order, C++$version"
done <<'END'
11 sort
17 sort
20 sort -r
END
finish
