#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The macros that nvcc defines, on both sides of CUDA code and in host code.
. "$ROOT/tests/awcc/support/check.sh"
cat >a.cu <<'END'
#if !defined(__CUDACC__) || !defined(__NVCC__)
#error compiler
#endif
#if __CUDACC_VER_MAJOR__ != 12 || __CUDACC_VER_MINOR__ != 6 || __CUDACC_VER_BUILD__ != 85
#error version
#endif
#if CUDART_VERSION != 12060
#error runtime version
#endif
#ifdef EXPECT_RDC
static_assert(__CUDACC_RDC__, "");
#elif defined(__CUDACC_RDC__)
#error rdc
#endif
#ifdef __CUDA_ARCH__
#define SIDE device
#else
#define SIDE host
#endif
#ifdef EXPECT_OPTIONS
#if !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)
#error extensions
#endif
std::function<int(int)> negated = std::negate<int>(); // there without a header
#if !defined(__CUDACC_DEBUG__) || !defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#error options
#endif
#endif
void f() {}
END
"$AWCC" -c a.cu -o a.o || wrong plain
"$AWCC" -c -rdc=true -DEXPECT_RDC=1 a.cu -o a.o || wrong rdc
"$AWCC" -c -G --extended-lambda --expt-relaxed-constexpr --default-stream per-thread -DEXPECT_OPTIONS a.cu -o a.o ||
	wrong options
# One letter may be a macro of the program's where no header of CUDA's has it.
letters=$(printf -- '-D%s=wrong! ' {A..S} {V..Z})
"$AWCC" -c $letters --extended-lambda a.cu -o a.o || wrong letters
# C++03 is compiled as C++11.
printf '#include <vector>\n__global__ void k(std::vector<std::vector<int> > *) {}\nint main() { k<<<1, 1>>>(0); }\n' >c.cu
"$AWCC" -c -std=c++03 c.cu -o c.o || wrong C++03
cat >b.cpp <<'END'
#if !defined(__NVCC__) || defined(__CUDACC__) || __CUDACC_VER_MAJOR__ != 12
#error host
#endif
END
"$AWCC" -c b.cpp || wrong host
finish
