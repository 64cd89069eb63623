// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device language, on top of the headers that clang brings for it.  This file is the table of
// contents, and the order matters:
//
//  1. clang declares the device overloads of the C library's math functions, before <cmath> could
//     declare constexpr ones of the same signature that clang would take for both sides.
//  2. The device's printf, malloc, memcpy and so on, before C++ takes such names into std.  Then the
//     C++ headers that nvcc's own pre-include makes visible; programs rely on them.
//  3. The built-in variables, and clang's declarations of the device library's __nv_*.
//  4. The intrinsics: the files device_*.h beside this one.
//  5. clang's definitions of the C library's math functions over __nv_*, and ours of CUDA's own.
//
// Everything is declared whatever -arch says; device_atomics.h tells why that collides with no
// program that has its own for old architectures.
#ifndef AW_DEVICE_LANGUAGE_H
#define AW_DEVICE_LANGUAGE_H

#if defined(__cplusplus) && defined(__CUDA__)

// Of a class with a template of constructors for any number of arguments clang says that it isn't trivial, though all that makes it so is.
#define __is_trivial(...) (__is_trivial(__VA_ARGS__) || (__is_trivially_copyable(__VA_ARGS__) && __is_trivially_constructible(__VA_ARGS__)))

#if defined(__CUDACC_EXTENDED_LAMBDA__)
#include "lambda_traits.h"
#endif

// clang's headers ask for the version of the toolkit.
#ifndef CUDA_VERSION
#define CUDA_VERSION 12060
#define AW_CUDA_VERSION_IS_OURS 1
#endif

#include <__clang_cuda_math_forward_declares.h>

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "device_system.h"

// What types can do is asked for either side: declval and the functions in whose types class templates ask, and swap, which
// libstdc++ declares among them.  Not so what its configuration declares.
#include <cstddef>
#pragma clang force_cuda_host_device begin
#include <type_traits>
#if __has_include(<bits/move.h>)
#include <bits/move.h>
#endif
#pragma clang force_cuda_host_device end

#include <cmath>
#include <cstdlib>
#include <math.h>
#include <new>
#include <stdlib.h>
#include <utility>
#ifdef __CUDA_ARCH__
// Only its type counts, and its address may be 0: no library defines it on a device.
namespace std {
extern __device__ const nothrow_t nothrow __attribute__((weak));
}
#endif

#pragma push_macro("__CUDA_ARCH__")
#undef __CUDA_ARCH__

#include "builtin_variables.h"
#include <__clang_cuda_libdevice_declares.h>

#include "device_arithmetic.h"
#include "device_integer.h"
#include "device_simd.h"
#include "device_memory.h"
#include "device_warp.h"
#include "device_cluster.h"
#include "device_atomics.h"
#include "device_nv_atomics.h"

#include "fast_math_begin.h"
#include <__clang_cuda_math.h>
#include "fast_math_end.h"
#include "device_math.h"
#include "host_math.h"
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>

#pragma pop_macro("__CUDA_ARCH__")

#ifdef AW_CUDA_VERSION_IS_OURS
#undef AW_CUDA_VERSION_IS_OURS
#undef CUDA_VERSION
#endif

#endif
#endif
